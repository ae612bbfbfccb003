/// Certificates for `localhost` that this server accepts and common clients reject, each signed by itself.
package enum UnusualCertificates {
    /// A key of Ed25519.
    package static let ed25519 = (
        certificate: """
        -----BEGIN CERTIFICATE-----
        MIIBajCCARygAwIBAgIUeaNJydn3mcT7RJY+tf74PS0Dk5YwBQYDK2VwMBQxEjAQ
        BgNVBAMMCWxvY2FsaG9zdDAgFw0yNjExMjMwNzAzNTNaGA8yMTI1MDYxNzA3MDM1
        M1owFDESMBAGA1UEAwwJbG9jYWxob3N0MCowBQYDK2VwAyEAlnEyGN+dq3kO7A07
        vZGdDeIei+ehvxq1kwPvTgnomsajfjB8MB0GA1UdDgQWBBS0ghds6gE84JUF7fCY
        m46m1zF/AjAfBgNVHSMEGDAWgBS0ghds6gE84JUF7fCYm46m1zF/AjAPBgNVHRMB
        Af8EBTADAQH/MBQGA1UdEQQNMAuCCWxvY2FsaG9zdDATBgNVHSUEDDAKBggrBgEF
        BQcDATAFBgMrZXADQQC3T0x+TrUDqebt5yXaTFEw+CXr5cuU378eB2t+DJtQv4op
        uBq65DbLZnTZkYQ4BNrXwPxFaAnXI+vwtoeEghQH
        -----END CERTIFICATE-----

        """,
        key: """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIAJ+v3cqwd7pGTpxN93j/BcVW/n0y3UFHczWs6gG6Nu9
        -----END PRIVATE KEY-----

        """
    )

    /// A key on a curve that browsers do not support.
    package static let secp256k1 = (
        certificate: """
        -----BEGIN CERTIFICATE-----
        MIIBqDCCAU2gAwIBAgIUfnj9Pf8IZQUvjFcnGmuQjwsnJbgwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzA3MDM1M1oYDzIxMjUwNjE3
        MDcwMzUzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwVjAQBgcqhkjOPQIBBgUrgQQA
        CgNCAARAQWDW8Z2CPS5bsIASlLEJdvLbwQBitFBIi0dX2d/N1MnNivDFHPLjSlOF
        KWq8HWhcslzt41ex59uoB42sum4ko34wfDAdBgNVHQ4EFgQU/vJvg8LDEDDwRhPd
        u8/OCoIcQhwwHwYDVR0jBBgwFoAU/vJvg8LDEDDwRhPdu8/OCoIcQhwwDwYDVR0T
        AQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwEwYDVR0lBAwwCgYIKwYB
        BQUHAwEwCgYIKoZIzj0EAwIDSQAwRgIhAKl7dYwVULgsNbe5NeOQaSRm9cvO8RQL
        VtgAx8k1SnMlAiEA+Fwm8OFgr75GwJ3zDidhG4ms0Kyt1GVaoaTnQ8YylWQ=
        -----END CERTIFICATE-----

        """,
        key: """
        -----BEGIN PRIVATE KEY-----
        MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgcudV+k32t8ZiTMFJr267
        IEMqYGwKAW+5HAsnds9t1NWhRANCAARAQWDW8Z2CPS5bsIASlLEJdvLbwQBitFBI
        i0dX2d/N1MnNivDFHPLjSlOFKWq8HWhcslzt41ex59uoB42sum4k
        -----END PRIVATE KEY-----

        """
    )

    /// A signature with SHA-1.
    package static let sha1 = (
        certificate: """
        -----BEGIN CERTIFICATE-----
        MIIBqDCCAU+gAwIBAgIUcCXVvcRKzVQic9Y8whdO8+fk5cUwCQYHKoZIzj0EATAU
        MRIwEAYDVQQDDAlsb2NhbGhvc3QwIBcNMjYxMTIzMDcwMzUzWhgPMjEyNTA2MTcw
        NzAzNTNaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49
        AwEHA0IABPEERcEMpqK4VZxI/YY9loLHfXKjYO0flQcCBprEwRu+X3axW0vS5hTg
        1sbTmVB700/3tU5Lx00Gk2pYEgkk0l+jfjB8MB0GA1UdDgQWBBRprLtIX/Al6MYZ
        ZDPvJVbGrYGxkjAfBgNVHSMEGDAWgBRprLtIX/Al6MYZZDPvJVbGrYGxkjAPBgNV
        HRMBAf8EBTADAQH/MBQGA1UdEQQNMAuCCWxvY2FsaG9zdDATBgNVHSUEDDAKBggr
        BgEFBQcDATAJBgcqhkjOPQQBA0gAMEUCIQDMKDadgLDsaXefneJqdOGJmKtXbVcP
        c7lFQA8a0v2wsAIgGHP0AGO3CmjSsK3H7itpLf/WeO4Pw0W+r8KA6zWjICA=
        -----END CERTIFICATE-----

        """,
        key: """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgX55FW1TbgXwHs0pN
        27HlVMlFIn6PtzScuB6ba3KQ/dWhRANCAATxBEXBDKaiuFWcSP2GPZaCx31yo2Dt
        H5UHAgaaxMEbvl92sVtL0uYU4NbG05lQe9NP97VOS8dNBpNqWBIJJNJf
        -----END PRIVATE KEY-----

        """
    )

    /// A critical extension that no client knows.
    package static let criticalExtension = (
        certificate: """
        -----BEGIN CERTIFICATE-----
        MIIBcTCCARegAwIBAgIUIthgIJY6ACovPG7ebmcTlzcJx3UwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzExMTAwMloYDzIxMjYxMDMw
        MTExMDAyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAATsy0qzdzQx8mr5gx9YI/Z/hwjT8uqQx/3ygKlPhD4kjAH5T6WqSAhk
        Vrp5AklRZoYYMvYg1Z6mUSpHz86sB5v4o0UwQzAUBgNVHREEDTALgglsb2NhbGhv
        c3QwDAYDKgMEAQH/BAIFADAdBgNVHQ4EFgQUXNEWLApxnNAb1VAUVVG+v9as2/4w
        CgYIKoZIzj0EAwIDSAAwRQIgL67UkV6LCoeLmrfGovKz+2iNKUMiwvbglyIEEsLp
        lDcCIQDR3gGfC6hU2rztCEAKog+3J49KrME9SsN6IT8qXV86rg==
        -----END CERTIFICATE-----

        """,
        key: """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyb4RxskvSF6I9eLk
        JxcB5WT7mVpTLsXGLWZlWejZ7OahRANCAATsy0qzdzQx8mr5gx9YI/Z/hwjT8uqQ
        x/3ygKlPhD4kjAH5T6WqSAhkVrp5AklRZoYYMvYg1Z6mUSpHz86sB5v4
        -----END PRIVATE KEY-----

        """
    )

    /// A key of RSA that is for PSS only.
    package static let rsaPSS = (
        certificate: """
        -----BEGIN CERTIFICATE-----
        MIIDVzCCAgqgAwIBAgIUEVXvN7X1d0ghKQVOOrLVXZ+Y354wQgYJKoZIhvcNAQEK
        MDWgDzANBglghkgBZQMEAgEFAKEcMBoGCSqGSIb3DQEBCDANBglghkgBZQMEAgEF
        AKIEAgIA3jAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwIBcNMjYxMTIzMTExMDAyWhgP
        MjEyNjEwMzAxMTEwMDJaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDCCASAwCwYJKoZI
        hvcNAQEKA4IBDwAwggEKAoIBAQDQmE9UqrC9aadS+ngFpoUKSI5Ow1tOiDiG8nyA
        kz8sr9Y5zYHkDpfBvFxIHxlu3XZqqLWrEotHnou70me4sJWqGXAWmPQ2B5IbO5dc
        gX3qhbspbNPFbOY42P4f8Cji4RpzXEqIZGcUNBNU/RwyLrbVP0vkrxMHBXfp+ZeV
        dvrbHVVCAN/3p0OSWPptUQei1MD6+14AyyaDeRTxdtyk+e7undhQRPWS7J2asPkI
        W4Pcw6gXErJmqp0I4KQwAdgyXLPd/bMvTUEifqtGS+y3+Iw92s6BicsY12kZMF4h
        2yybtmGgkbgtos+nTtqaRUAOKVpq87qZDa4vk8mQn5zA095ZAgMBAAGjNzA1MBQG
        A1UdEQQNMAuCCWxvY2FsaG9zdDAdBgNVHQ4EFgQUb65c0pNUZcHOQCeSy1WqnB1P
        gcQwQgYJKoZIhvcNAQEKMDWgDzANBglghkgBZQMEAgEFAKEcMBoGCSqGSIb3DQEB
        CDANBglghkgBZQMEAgEFAKIEAgIA3gOCAQEAbvimLm9QWUJEBtAeiBM1QLJGecuh
        UC8zsw0YyDdFra5P1D1niWKpfifGEnsS86wjmlJTjPWNdlorp9zzAjYoqZaKp7cE
        IahvcLtDgFvJ4WqJPmyCYxHcP2WLSYR8fHrvwNJwX40+yHMqm2kBAxajamERIjQt
        oNFGaLR3zixsnlu69VFGqMTu+W8E3wNuLCJVWAnUFnJ7X6sM9T+sDxQJhmTDdD9i
        VJT3GUTECZH5+wGLzJdOOA4CgPmW1FvQCnS6hPfwNQa67A8zuGPxYdE568rsIDwv
        2Dj5qTVlR45bwTmcC9BcwZjW6USHARBXwMa7I3vrbEkR9MM1ffMoHbuYjw==
        -----END CERTIFICATE-----

        """,
        key: """
        -----BEGIN PRIVATE KEY-----
        MIIEuwIBADALBgkqhkiG9w0BAQoEggSnMIIEowIBAAKCAQEA0JhPVKqwvWmnUvp4
        BaaFCkiOTsNbTog4hvJ8gJM/LK/WOc2B5A6XwbxcSB8Zbt12aqi1qxKLR56Lu9Jn
        uLCVqhlwFpj0NgeSGzuXXIF96oW7KWzTxWzmONj+H/Ao4uEac1xKiGRnFDQTVP0c
        Mi621T9L5K8TBwV36fmXlXb62x1VQgDf96dDklj6bVEHotTA+vteAMsmg3kU8Xbc
        pPnu7p3YUET1kuydmrD5CFuD3MOoFxKyZqqdCOCkMAHYMlyz3f2zL01BIn6rRkvs
        t/iMPdrOgYnLGNdpGTBeIdssm7ZhoJG4LaLPp07amkVADilaavO6mQ2uL5PJkJ+c
        wNPeWQIDAQABAoIBAAtaTBsDYoofNBxH2ydnkt8RPYQw4rPJUIDxCptO0vCM2LUd
        p7TwobbJbcupEaUfMtYxkhhE8pqhGOF4h+zyg2VrbAEhgve70r+zrxRkTHo/8Vnw
        UoLwtIOh37bU8cy4oUwSWPtyXMp/M7wmPcDHb8D3ExuCTHVPNAxiaVXDpiSDANNZ
        mzCQtFIls7yE5SxONice2FZPlBfNNlihofiNr2mrRd1ntI5d4kpZ2qd7c3xiqmki
        zFSY83+XaO7FZ3iWT7G1FlwljLB4xogddkV7xm+6OkcWWEJ9OeFbyk2RCP/WHH/E
        gEIRUG7F8HGa2txIuperT61bME0MC/geuFuDE28CgYEA9BYoS1Njsuj/uGkkLoQr
        5PzszaGOAjD9QNId0TqAC2F4HEZUPexDbnF/2HZLLQHtuCXYmk90ZVV7NTTv7OUZ
        BYNdZurOrtZ2ltQzhITeJ47pTbUTpngOAGsHK4jO/VY5zm5N2mgliob9m6MGgTFM
        l9u8rcQ+wvBSga0bEBE8w98CgYEA2sawEwIsdmpa1VAsM0mNRx/r79R8KjdU9AlW
        0wNvi0s2D2/+2/yQkSYw5kqMDZxlE/NLGDfAlnkcmEXSFY1rqXjetgsPIfvUF67s
        QFJwuq2s8r0U2sxXdKwUSdCD640t428/ZxEn9/PmRAK4HXXvM8/B214870X6BYwS
        0OB75McCgYBHo5Ux/oidgxtC4cEX0f0cGUvbUpZeeEhsVP8hYJ0iOfpJui6Reh2U
        dcWDH70SuaUuzhTTvYw5Day6wg3FJryATL0GLtZ4pENsI133gBO/4ocBIqtgyY26
        e69ADMhLvJn8x40cFEModFRM8L1A/9ouG/U1vwp4ppZgrxDpV1XRWwKBgGBq3mCS
        Paw2dS+7tK8pxETLUb0R5WLpndwrXYOD6R33mKy3DBhBuCjwLu7ffdflzDo9qCPV
        NmBaofqOEueCuycmaOjL+PBePvvtEJvMeXgcYLNeF5nSItz9lbduWSVvxACPH985
        lWbWq+3fUOtS9YfdES+v2aUOLwFQ2V4LAS8zAoGBANwJiW/lNpbP9wTBkDloOGOZ
        cPa13Ip14CRzCsSKBQFgXTrj7Kap/ownXvs6rITol05jjHDa34+qwbwM+RxYWb1o
        FoDZ6Sph0RVfyfd16l9f/JKRcI89XF0Hgb1hge9bQ5OCdUVPhkNl39xZqKRkKUBL
        4UOdkABDkJcuSfrEQZ4R
        -----END PRIVATE KEY-----

        """
    )
}
