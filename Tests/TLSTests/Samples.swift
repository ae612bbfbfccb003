import Foundation

/// Files of certificates and keys that other programs have written; nothing trusts these keys.
enum Samples {
    /// The password of the PKCS #12 files.
    static let password = "changeit"

    /// `keytool -genkeypair -storetype PKCS12`.
    static let keytool = bytes(
        """
        MIID9gIBAzCCA6AGCSqGSIb3DQEHAaCCA5EEggONMIIDiTCCASAGCSqGSIb3DQEHAaCCAREEggENMIIBCTCCAQUGCyqGSIb3DQEMCgECoIG9MI
        G6MGYGCSqGSIb3DQEFDTBZMDgGCSqGSIb3DQEFDDArBBSInq8tH5hXAz8lGcRgzEBuIK/ptgICJxACASAwDAYIKoZIhvcNAgkFADAdBglghkgB
        ZQMEASoEECx6GFhL4ync4Yd0R83w05EEUFSN+Y85YiKO63bw2tBZjEEqDwNqb4Eth6/UIOTB555zapxY8cKLofi30xQYGI/n3RXzTz7oh+rRkN
        N6UXxtzzScBcgLR1ZJ8u6TqTIrJLPpMTYwEQYJKoZIhvcNAQkUMQQeAgBhMCEGCSqGSIb3DQEJFTEUBBJUaW1lIDE3OTUzOTM5NzAyNDEwggJh
        BgkqhkiG9w0BBwagggJSMIICTgIBADCCAkcGCSqGSIb3DQEHATBmBgkqhkiG9w0BBQ0wWTA4BgkqhkiG9w0BBQwwKwQUd3mBARJ/VXlExEoX/n
        PXBww2vGgCAicQAgEgMAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBAzZ0zkAkIYTogYys8YWpdwgIIB0CXpLKx7pumvhYmrP95NBxLVNxNq
        E8X3BZml38h07jrtZK5kXRPqrLgfolJ0Nh0fFhC4xn8vnIxn1kSMTXFhDo17d1XtPPi0TR/QUoT01z7eSxhZEizWgowo1nhdgF/vrtzWmwCQgT
        04a+zIj5e8ux8q5Yss0rkvG3n73q0rpNDMCFGO3uynTlYug4FxE/9KlMFlaBkKX3VRA7AryXnDQ6Ycg7L83ldWZ0ru9Se/fnrf1zvkkIBOH82b
        iRMU3YIA093hTdxVmizuOWHJxxO/M08i2FL9Xjzi0daeupUx1xSKO0Gjz1wCC1LcNG5VfPqGOgW534J2BhtzY3IKiYaRvzMm1LMSVEV+ujq/oh
        Esr6hGkgkTBaZYRCo1cmKF0kMLnB/GrpWF/H0qsjAwUfc45xXVe3MgQLYRR0Rv+oR6I8dZf3z45I7RJ+3OiSYF3W5nM3e9bFMtkfCB6HCVvTHE
        F/gVI6WaOFjOwsJeRlVcGZxtKpZ5QjZA2euaktKpKBuKuK9SkumlQ2syZ/8rYCAHHkiHJs/I2S76ncwJQdKmiy5cORc33hcZFRbxginQSDkP+g
        IVbycKvUTXfC5qOqU05VIAKy06t7r81Dvwvoi77KlwME0wMTANBglghkgBZQMEAgEFAAQgTchV4S7UZGXsyBW87IIAxPU0xra/ozvOlNBhFaJu
        N/4EFE30K28CHfh9PPJ6lJLJdzyZvu8wAgInEA==
        """
    )

    /// `openssl pkcs12 -export -nokeys`.
    static let withoutKey = bytes(
        """
        MIICpwIBAzCCAl0GCSqGSIb3DQEHAaCCAk4EggJKMIICRjCCAkIGCSqGSIb3DQEHBqCCAjMwggIvAgEAMIICKAYJKoZIhvcNAQcBMFcGCSqGSI
        b3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjjlhSuD0COVgICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEMtUz6PFLEqcZe0QYHcPxiWA
        ggHAc4CQ14fDJeefjubjy2P5qBopE02FQ1DQ2xP1mzewx+ztcsuDU5AurqVNdZdWYFQL7VbcwOfeG2rZTvvLFNLwKHgJm36ejR9EPBX/MRDWH5
        MFhKVJhdbggWXa2+JF7lGz7aYU7lZbHZniKYwnEx6ysagUQhppaZ8pyH/zlMANxQmX5T5lrPdo5+q0I3Uy5UPdxBKBZq4hTmHqaFl8sBl8NEAF
        ISGLuVaML9aL69zIxqSo3gCT/imYlHpQk5jvlX9OtInUlplFnGQzjB+sE92b2xREDHY/LISnpWIntWdEixlqeBoO2gMdLajaCsIMQvLVvNKi52
        reWCVqr9MxKruIvviAPM64pICBfN4qGSI7teWgTtf77P6ipTr110ERptJMUpDq6cjtc2CiRG+6baUnIecLzMkcAv+uzTBdyN32cCS2ymT+RnBQ
        UTDsSFqYLhm1o6doqQJ+s98q16sYzp1gFeQ3RSgthm2pK1+cB9+VMxjYhUNwFHeTjYoMlqsi4zN2QMPCN+ngRrbnHlkUpHAw7+Yg8ysUGVMVac
        FwXe4/898oXG4YEBbkDmYNRxmaPLIdQXJXkkuYRELD8ZsLGURCvzBBMDEwDQYJYIZIAWUDBAIBBQAEIIMUSSZiGVAA3QxYZvQ0EwAauT2QIERk
        6XrOiifzCQ7xBAh6AtBOcWMTHgICCAA=
        """
    )

    /// `openssl pkcs12 -export -legacy -keypbe PBE-SHA1-RC2-40`.
    static let outdated = bytes(
        """
        MIIDggIBAzCCA0gGCSqGSIb3DQEHAaCCAzkEggM1MIIDMTCCAicGCSqGSIb3DQEHBqCCAhgwggIUAgEAMIICDQYJKoZIhvcNAQcBMBwGCiqGSI
        b3DQEMAQYwDgQIkdswgzUzfHQCAggAgIIB4Nzzh3Khz2kF0VQuSayf6Dw3kL8N35/2+puF2NDfH3y/EADGb6nhwYgHKlwT6lSGbaLH9Bm9/Fwc
        DNshwG9rhdkJIp5WEj89CFPcZLuISRqrcv29BmNvAUMrY7xGzUcCrKtiMlUsZYbEwp+P0bVlVZ9JiH78P9hHiRvsgjuxBEhOmgxkWapLuB6xAW
        baA28gYf1xfWEqUpBgN+Pa6+5XX2EYQJg/YwJuqKiakRQTFEFXfc4rx5xGl2ESntM+DvW69diytFA0HC06QByoxhegk6+EenFBYHNQXEfptM1u
        MNC2d3jnFGFgde9pOEfhVwqGeYhyo4ngtjgGbhKM6EMHjztW26uxnSCFSfdlkBLLyJzYQmg87ai8n2y+Rw/IsgtNOnl28+t13ZVvLToNEcaUOl
        DWZFGEMgiRxR8Vyk8DeoxBBV1d83uvEsNhyngQtzgF1g+5BdWI032yi05dxvfR7tUWi6A9YVMu5c43/XxIA2fVhmdI+RNExUCxPkrepgoBL+HX
        njV7hc6fG0mTTiVHVw2/V4opris/33wGkNcTAbKl+2bL1FDvf05PIEh60lvNdF5ZV/KVZMz6tnj4heUaA+r58JtXStyaKaLEbLxxIatq9B+xqE
        SaCQsS2B5sm6AJHjCCAQIGCSqGSIb3DQEHAaCB9ASB8TCB7jCB6wYLKoZIhvcNAQwKAQKggbQwgbEwHAYKKoZIhvcNAQwBBjAOBAj5MfabYh/t
        vwICCAAEgZDyjA3+d1/plbKLcUXSAal0myR97396yJZvIW0aSus71uMa2kKAmRs7rVvE8gC3BqdaP6M/ZysGNPMVjJ6hCTu5NMJwtPmgUOUjLu
        9LnI3W6Av2wHCTsVo/uzO/OOP724KeWPfLFxieuevO+DA+819PkTOQvefWjaAwqv2E+YHYZgIizKKGYQ0a0cdS5fkP0jsxJTAjBgkqhkiG9w0B
        CRUxFgQU3NQvG2VN/VQtjHUiH2aN1qnvUXIwMTAhMAkGBSsOAwIaBQAEFO1Lfew9ds1jXRBrUpgpr0qIZ5lHBAj92BLlXDIHYQICCAA=
        """
    )

    /// `openssl pkcs12 -export -passout pass:`.
    static let withoutPassword = bytes(
        """
        MIIEDAIBAzCCA8IGCSqGSIb3DQEHAaCCA7MEggOvMIIDqzCCAmIGCSqGSIb3DQEHBqCCAlMwggJPAgEAMIICSAYJKoZIhvcNAQcBMFcGCSqGSI
        b3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAj13IVgX1sUEgICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEAZvsGZiGk4i8AYLpYkA1oaA
        ggHgY97u2e/jMcjiafJublvh8vGMzeNGClMfRGxyS1chBo/dRWO4B00FEJuTR5fepqR5cbr6/nADeaCicZ0dW6EYc9EXGokgkGvNf+sG92tp1Y
        PRFqBjusSwFBMFCLqX9zf8HteH0csKYQhX9GLA+5sC5puTlWBTBQjls1YqjWsAemLQsVpDcvhJISZe9w32TPMa8UfA9ZrMddaVHb8ogouB0kpx
        zqpGvxGuhIKBtXXIZ5e3dtxkW74p0iC4l1NxO2i11iPNK2LNCZxeExhN8a7WMHtGCe8u9AA0z30jGalTHKMrYbolwutXrO2wLrHaxIrgoj+MtJ
        rm00bpee5y0cMfSJnCulVJkN86JF6yIn3kjlbRH9zSM/+bibmN49+REr3sibTP+sQRu+Mi5Q9DMNKDhJjvjqpYvbSSxDJkwnwwwyLuZLD7n2gI
        VT9LxltGHITfELSr0Ob0++P3ldxxMCqJjkCvw6FfdUEIhO503xeMqd8j2YjoDtFwIeRYYh18IwXxuWty36BXDAglCt9cnDUSGj+AAzGcUrt+0e
        /iuOMiXGWCkGBDHiSdI9YslZc2KOwWMXYL58AASJ11IjyMmbA5ELOrlNBnq2/q9fTM4lEm73P7tAhn5hk8NziXHQkX+YaiMIIBQQYJKoZIhvcN
        AQcBoIIBMgSCAS4wggEqMIIBJgYLKoZIhvcNAQwKAQKgge8wgewwVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUMMBwECIkzHkGw1+oPAgIIAD
        AMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQUMdXydtt4LQLUECzTJ9KdgSBkDIh70/y4gJ4tGQCJoxLr5U+As3a9EnUFhlUg8rmNwj3YWJO
        mXCXviqRhxkF6CIf7kK+DAaWkKN/+zt2kZVxpoIerj3Wsx7b9PPsk/S5qGpLV8TODdDrdGEyMEk+ePQLUKILDWMbilJdWQfKUW15RSgv6xeORH
        kkYFTj+4kwumVsiiiy3nA6OLcYjxz5wiVtgDElMCMGCSqGSIb3DQEJFTEWBBTc1C8bZU39VC2MdSIfZo3Wqe9RcjBBMDEwDQYJYIZIAWUDBAIB
        BQAEIMr5dM9+BmIAwAQcH91leZucF6fco32Gv/FXu/8ucHzGBAidJX91HHBZXQICCAA=
        """
    )

    /// `openssl ecparam -genkey`, and its certificate.
    static let key = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIDGBZP85ZHf0R9Yuz6mCnfyTX3aYXtDI8Ip8/Q8aXOVtoAoGCCqGSM49
        AwEHoUQDQgAEpfkK1gWOPPVRl1hhbDyDplXdXFrSCjLegt8OQ/Qdwxh7dVGeZSmy
        ncP9AWqEmCVtS4AdpcnyeM0wMU/ujjFxUw==
        -----END EC PRIVATE KEY-----
        """

    /// The certificate of `key`.
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBfTCCASOgAwIBAgIUcTJYRp8vY3FTgY0E0gG2fYI74pYwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTEyMzAwMzE1OFoXDTM2MTEyMDAw
        MzE1OFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
        AQcDQgAEpfkK1gWOPPVRl1hhbDyDplXdXFrSCjLegt8OQ/Qdwxh7dVGeZSmyncP9
        AWqEmCVtS4AdpcnyeM0wMU/ujjFxU6NTMFEwHQYDVR0OBBYEFBiHJh5faFZORJB8
        F1Ke1oT5zWjEMB8GA1UdIwQYMBaAFBiHJh5faFZORJB8F1Ke1oT5zWjEMA8GA1Ud
        EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgQVL0OblyTXS5coNd8iIHb+S6
        dqeREJ9dLbBrxVQJyf4CIQDpNv2BSSjLU45lYB6AtC1cQaRVHiunliNTq5AY5D1f
        TQ==
        -----END CERTIFICATE-----
        """

    /// `openssl pkcs8 -topk8`.
    static let encryptedKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgEFIP0v5o1nQICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEH4RXCT7r/+1bBzIamB26AoEgZDJ
        oYyipc7ZotR5LpsEPNnfIPJVKrjvl81W4t0oeAyvY1PVMtfB7vt7KKe9ErYC4zi6
        6BCOVLne5N7kludY/YVkmTgvS7YdbsZH+bVVT0LLuLYqRbeKbkOI6A0/Jgw6cBBM
        blazZ/9aQ8gm1OokcQObv3U1CbnqEBmN9OS/rwiGC+/2yKwDKikqLkYhUpQR8QM=
        -----END ENCRYPTED PRIVATE KEY-----
        """

    /// `openssl ec -aes128`.
    static let traditionalEncryptedKey = """
        -----BEGIN EC PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-128-CBC,66E6BF9CAE18D659895C5F0A1E7A7749

        7dY/kVg5LJesbswzUHMCAaAcpIsXSckkq6SsyiI6HJJembofre6gIJyo8VZA9moI
        sfQlET4x82+S/q1HfTf0XW7vV90wNibCBT9A9Afx+isl7km3SUXXMUVpphTgHrjP
        z3QDAvXWQva5ojYztbZfVkZWVqtWSY4knbfXOPDH9xI=
        -----END EC PRIVATE KEY-----
        """

    /// A CA with a key on an Edwards curve.
    static let edwardsKey = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEICEI3sOWwtDQLlHwyGvT5EXJi33pU81bsbBakW2IVbOz
        -----END PRIVATE KEY-----
        """

    /// The certificate of `edwardsKey`.
    static let edwardsCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIBLjCB4aADAgECAhRUzWqjgxb72nop5xbyvk7rOneD9jAFBgMrZXAwDTELMAkG
        A1UEAwwCRWQwHhcNMjYxMTIzMDAzMTU4WhcNMzYxMTIwMDAzMTU4WjANMQswCQYD
        VQQDDAJFZDAqMAUGAytlcAMhALz6Dnnby14ds93ZRKDsWU8wd53vqxSVKvkJ4mhX
        Tx5Do1MwUTAdBgNVHQ4EFgQUM7i3M96zWDPOHSZHyH6KgLg8a1owHwYDVR0jBBgw
        FoAUM7i3M96zWDPOHSZHyH6KgLg8a1owDwYDVR0TAQH/BAUwAwEB/zAFBgMrZXAD
        QQCTE+TGuhQsanHOk94dPGYg3XlSES+ToVdOVuBytMxTi3g576/SfGaOOp5ape9N
        S82lwG1DNPzT8jPm4jA4TRgL
        -----END CERTIFICATE-----
        """

    private static func bytes(_ base64: String) -> [UInt8] {
        Array(Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
    }
}
