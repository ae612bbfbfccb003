/// Certificates of CAs, each signed by itself, that clients handle in different ways or reject; nothing trusts these keys.
package enum UnusualAuthorities {
    /// Without a subjectKeyIdentifier.
    package static let withoutKeyIdentifier = (
        certificate: """
        -----BEGIN CERTIFICATE-----
        MIIBTTCB9aADAgECAhRoUM07lbfsA6TQdp8D6TK1gukkzTAKBggqhkjOPQQDAjAc
        MRowGAYDVQQDDBFObyBrZXkgaWRlbnRpZmllcjAgFw0yNjExMjMxMTEwMDJaGA8y
        MTI2MTAzMDExMTAwMlowHDEaMBgGA1UEAwwRTm8ga2V5IGlkZW50aWZpZXIwWTAT
        BgcqhkjOPQIBBggqhkjOPQMBBwNCAASFLLyfeZURp6oAPHdhLlwe5oE1RcV8J/wx
        XYi9rXGD0j66/x7ml18xA+9jy8hg22SooORXu7qe/ehA2gOiThLvoxMwETAPBgNV
        HRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCICMOObxTvtzjQo6chLyuWJZX
        mxlvewyCRHyFmiESMn6dAiBGIGC2DTf4YxhtKfVwH6BJPdrgOgSeJ9EqUWI/k7hV
        EQ==
        -----END CERTIFICATE-----

        """,
        key: """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwMVzBzT4aT3Zbqbi
        ollL4Gg3pP2YDJE21Vrjf3NCUVqhRANCAASFLLyfeZURp6oAPHdhLlwe5oE1RcV8
        J/wxXYi9rXGD0j66/x7ml18xA+9jy8hg22SooORXu7qe/ehA2gOiThLv
        -----END PRIVATE KEY-----

        """
    )

    /// With an extendedKeyUsage that excludes servers.
    package static let forClients = (
        certificate: """
        -----BEGIN CERTIFICATE-----
        MIIBdzCCAR2gAwIBAgIUdSLGc3K+rwsFKo1nXSqJhICZjZIwCgYIKoZIzj0EAwIw
        FjEUMBIGA1UEAwwLRm9yIGNsaWVudHMwIBcNMjYxMTIzMTExMDAyWhgPMjEyNjEw
        MzAxMTEwMDJaMBYxFDASBgNVBAMMC0ZvciBjbGllbnRzMFkwEwYHKoZIzj0CAQYI
        KoZIzj0DAQcDQgAEVgn1toYolBDOQH/UBol4jaIZp7+Stlz3c7BHhMRRRxur5GJE
        CjNfR4xyCUxOW8wi47TTbFOC6yXm8jXeOhFwDaNHMEUwDwYDVR0TAQH/BAUwAwEB
        /zATBgNVHSUEDDAKBggrBgEFBQcDAjAdBgNVHQ4EFgQUnn3zC4DwqpPuIbLMi0Py
        uyw48fgwCgYIKoZIzj0EAwIDSAAwRQIhAK/GwwgxVd7AhVl7Jc1Tw82mlYya2vxB
        WgRcNZ54aAgdAiAgkFJg3iX35vqHXMZtnMELZ7ti39SZG0qXC4/i9auZxA==
        -----END CERTIFICATE-----

        """,
        key: """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwhTqRNxJ/5ddI1pV
        GxEFQCCuG69DHqSj0hGv9UWfcxShRANCAARWCfW2hiiUEM5Af9QGiXiNohmnv5K2
        XPdzsEeExFFHG6vkYkQKM19HjHIJTE5bzCLjtNNsU4LrJebyNd46EXAN
        -----END PRIVATE KEY-----

        """
    )

    /// With an extendedKeyUsage that excludes clients.
    package static let forServers = (
        certificate: """
        -----BEGIN CERTIFICATE-----
        MIIBdzCCAR2gAwIBAgIUMOo16tyabOBptHf5CByIJt5pgKMwCgYIKoZIzj0EAwIw
        FjEUMBIGA1UEAwwLRm9yIHNlcnZlcnMwIBcNMjYxMTIzMTExMDAyWhgPMjEyNjEw
        MzAxMTEwMDJaMBYxFDASBgNVBAMMC0ZvciBzZXJ2ZXJzMFkwEwYHKoZIzj0CAQYI
        KoZIzj0DAQcDQgAExYeYWBVGEIG8DqBwqcVKKIDSgLYko2FhH8DXuB/XjlDYTO6u
        uapmH6eSnf4EFwwQIR8HVb+lXshkFm/FlQ7R66NHMEUwDwYDVR0TAQH/BAUwAwEB
        /zATBgNVHSUEDDAKBggrBgEFBQcDATAdBgNVHQ4EFgQU3S5qRYVLlVlVSjlC0hJk
        nZ9pInYwCgYIKoZIzj0EAwIDSAAwRQIhALtjIk1FbPee2aOeuzVymy4X9JdiAQ7Q
        xaWUqwJagl1bAiAdgHllNRw80ZHehujDgaGJaUrDqyxqWyxdNUUwqARRKg==
        -----END CERTIFICATE-----

        """,
        key: """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9jrbDRtXyh3Lo37y
        SAZK8cDIJnz1MVupRR8YtsqVazWhRANCAATFh5hYFUYQgbwOoHCpxUoogNKAtiSj
        YWEfwNe4H9eOUNhM7q65qmYfp5Kd/gQXDBAhHwdVv6VeyGQWb8WVDtHr
        -----END PRIVATE KEY-----

        """
    )

    /// With a keyUsage that excludes keyCertSign.
    package static let withoutSigning = (
        certificate: """
        -----BEGIN CERTIFICATE-----
        MIIBejCCASCgAwIBAgIUdgg15VidHJP8cRNOA0KdByihAv4wCgYIKoZIzj0EAwIw
        GjEYMBYGA1UEAwwPV2l0aG91dCBzaWduaW5nMCAXDTI2MTEyMzExMTAwMloYDzIx
        MjYxMDMwMTExMDAyWjAaMRgwFgYDVQQDDA9XaXRob3V0IHNpZ25pbmcwWTATBgcq
        hkjOPQIBBggqhkjOPQMBBwNCAAQ+uHoCxBcyoxSaI113GsUsH7Aa+AmmyzJJcKoW
        KG2HhNRbnnDzkAmb8xw4TMgC7sGL9qdR8BXVphjyjyVnOjXBo0IwQDAPBgNVHRMB
        Af8EBTADAQH/MA4GA1UdDwEB/wQEAwIHgDAdBgNVHQ4EFgQU+MIYzPVsZlfS7y4F
        tN+SMhqBM3EwCgYIKoZIzj0EAwIDSAAwRQIhAIissKV66FPayc/tFG2LrjbIupA8
        3FNjzgneOATeWU/LAiBQXMemqdJaF8T4P94PR7lqXCHV2W2PyGk04BwyC4vvOw==
        -----END CERTIFICATE-----

        """,
        key: """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpspNBljwYvZDxGNm
        unGkTbDbdF4I0Ns1MGC+YB0LObOhRANCAAQ+uHoCxBcyoxSaI113GsUsH7Aa+Amm
        yzJJcKoWKG2HhNRbnnDzkAmb8xw4TMgC7sGL9qdR8BXVphjyjyVnOjXB
        -----END PRIVATE KEY-----

        """
    )

    /// With name constraints that permit only `corp.example`.
    package static let constrained = (
        certificate: """
        -----BEGIN CERTIFICATE-----
        MIIBgzCCASigAwIBAgIUXm11j3ru/R6QyPlwvUrMFHROD8QwCgYIKoZIzj0EAwIw
        FjEUMBIGA1UEAwwLQ29uc3RyYWluZWQwIBcNMjYxMTIzMTExMDAyWhgPMjEyNjEw
        MzAxMTEwMDJaMBYxFDASBgNVBAMMC0NvbnN0cmFpbmVkMFkwEwYHKoZIzj0CAQYI
        KoZIzj0DAQcDQgAEkSjxVoAA8DAHJfMvg/T6isA6NchUSVAwzX0r2PzNAH7vtb4g
        5tvGCjxKkHhSD9dCDMOGmfE+6peYR3GJH4twvKNSMFAwDwYDVR0TAQH/BAUwAwEB
        /zAeBgNVHR4BAf8EFDASoBAwDoIMY29ycC5leGFtcGxlMB0GA1UdDgQWBBQRNrBy
        nOb7n8IEbm381ciCra02QDAKBggqhkjOPQQDAgNJADBGAiEA21LQWtMf45Sjfi2g
        +wl6bMUWzxxumGmn+VQ573rsKSkCIQDqnQf0fS5gPaC7IaGQhS+uYx8/F+ARTRo8
        ytU1uf16bg==
        -----END CERTIFICATE-----

        """,
        key: """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrDKpXPjYt/g/WP8T
        gBiIf76XRILCHQz3seI4F6izT22hRANCAASRKPFWgADwMAcl8y+D9PqKwDo1yFRJ
        UDDNfSvY/M0Afu+1viDm28YKPEqQeFIP10IMw4aZ8T7ql5hHcYkfi3C8
        -----END PRIVATE KEY-----

        """
    )

    /// A key of Ed25519.
    package static let ed25519 = (
        certificate: """
        -----BEGIN CERTIFICATE-----
        MIIBQDCB86ADAgECAhQYzhFJ7nbfLLEee/4Ng/Bz9MRc/zAFBgMrZXAwFTETMBEG
        A1UEAwwKRWR3YXJkcyBDQTAgFw0yNjExMjMxMTEwMDJaGA8yMTI2MTAzMDExMTAw
        MlowFTETMBEGA1UEAwwKRWR3YXJkcyBDQTAqMAUGAytlcAMhAJ0Rd8kZWFIVY0e2
        /+YqT2hV7aNrDuCUAM1XCB0XWwOuo1MwUTAdBgNVHQ4EFgQURaTClXdz/ASN2vrI
        tNpIDz4p+LUwHwYDVR0jBBgwFoAURaTClXdz/ASN2vrItNpIDz4p+LUwDwYDVR0T
        AQH/BAUwAwEB/zAFBgMrZXADQQCrVgCU8t+8GbXUeZh1/NhpHOjyjByA1ab5skBx
        fkUsqddnyYnPW0Dz0r7b8qce3MOhJdxNgnkqHZ/Nde3JDtAA
        -----END CERTIFICATE-----

        """,
        key: """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIF44JURvZ9BhvUbSIFwnJ8z65kYwQq+EuZquK61wgkb9
        -----END PRIVATE KEY-----

        """
    )

    /// With the name of ``CertificateSamples/authority``, and another key.
    package static let namesake = (
        certificate: """
        -----BEGIN CERTIFICATE-----
        MIIBPzCB5aADAgECAhQLvNy6UiBUHjbPZlXysRnNm/4FqDAKBggqhkjOPQQDAjAU
        MRIwEAYDVQQDDAlTYW1wbGUgQ0EwIBcNMjYxMTIzMTExMDAyWhgPMjEyNjEwMzAx
        MTEwMDJaMBQxEjAQBgNVBAMMCVNhbXBsZSBDQTBZMBMGByqGSM49AgEGCCqGSM49
        AwEHA0IABBXPGsR+ytdqQkKmJ+Dm2EJf9NL7C/iD70MLlWse3dYX9VZT+pyZxwMP
        5QpvOjkIUoNfbc2vVwpk4vA0PSf6+NOjEzARMA8GA1UdEwEB/wQFMAMBAf8wCgYI
        KoZIzj0EAwIDSQAwRgIhAJ58eTsCfBk0I6fz+Oa/sMf6hzDbPCULuIGY+LdeDpoM
        AiEAqGnQ2CUTtn/q+TELs788Qzw5y6glvSjBKNuvyJthMg4=
        -----END CERTIFICATE-----

        """,
        key: """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1Ej1lFyS5KgxM/k2
        XSJ46VaVIUV+JolHUTHn+jETh7ihRANCAAQVzxrEfsrXakJCpifg5thCX/TS+wv4
        g+9DC5VrHt3WF/VWU/qcmccDD+UKbzo5CFKDX23Nr1cKZOLwND0n+vjT
        -----END PRIVATE KEY-----

        """
    )
}
