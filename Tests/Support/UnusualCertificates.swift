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
}
