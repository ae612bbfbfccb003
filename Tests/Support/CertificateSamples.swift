import Foundation

/// Files of certificates and keys, valid until 2126 unless they say otherwise; nothing trusts these keys.
package enum CertificateSamples {
    /// The CA `Sample CA`.
    package static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBfjCCASWgAwIBAgIUTZOimnp6xsmkwFNjRCrI6ishVpowCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJU2FtcGxlIENBMCAXDTI2MTEyMzA0MTE0N1oYDzIxMjYxMDMw
        MDQxMTQ3WjAUMRIwEAYDVQQDDAlTYW1wbGUgQ0EwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAARmFUPx0gvereNmgXMNrLOF+eAEiPkyx3t+wg/P2AzTK3Il+QCkBpb+
        HXvJBXkbadWsUIfxB1ggKmB16J10KfMIo1MwUTAdBgNVHQ4EFgQUz6CNABaG2zSj
        B7K3Tsg5XyRMO4AwHwYDVR0jBBgwFoAUz6CNABaG2zSjB7K3Tsg5XyRMO4AwDwYD
        VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAT9/W409ThFXaFDr/wjQXG
        EDnJnluA/A6UK3fP0AEzwgIgGjfogwRn1ZUN4hSl9ZEYuxekM+0soZWPnFodPqaf
        kGk=
        -----END CERTIFICATE-----

        """

    /// The key of ``authority``.
    package static let authorityKey = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIKwuzIzvQAYHScJOK8zzII9uQy8QegGJ73hFbEH77AdToAoGCCqGSM49
        AwEHoUQDQgAEZhVD8dIL3q3jZoFzDayzhfngBIj5Msd7fsIPz9gM0ytyJfkApAaW
        /h17yQV5G2nVrFCH8QdYICpgdeiddCnzCA==
        -----END EC PRIVATE KEY-----

        """

    /// A certificate for `localhost` and `127.0.0.1` that ``authority`` has signed.
    package static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBvjCCAWWgAwIBAgIUODmLUN1jqSU8YXO9hv6e5rt2bMIwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJU2FtcGxlIENBMCAXDTI2MTEyMzA0MTE0N1oYDzIxMjYwNzIy
        MDQxMTQ3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAS/S2WGrEeD57RvkX0A/OeNEa6zxtD2SPMViZu3d2SiRxdLmV4GciQk
        jYEm3bwG41+hQQrJsIVWN0zmtjBX/QdKo4GSMIGPMBoGA1UdEQQTMBGCCWxvY2Fs
        aG9zdIcEfwAAATAMBgNVHRMBAf8EAjAAMA4GA1UdDwEB/wQEAwIHgDATBgNVHSUE
        DDAKBggrBgEFBQcDATAdBgNVHQ4EFgQUFreNx77CrR7uH+4FWOSSqwbTCmQwHwYD
        VR0jBBgwFoAUz6CNABaG2zSjB7K3Tsg5XyRMO4AwCgYIKoZIzj0EAwIDRwAwRAIg
        eUjs7JfzeoJUJq9g8N3ijkorPntCU3ECv8iN5KC+fZQCIHWyHExICXmrR8EukBRi
        J7uW4XjTB5erhMZL2b44I1e5
        -----END CERTIFICATE-----

        """

    /// The same, which expired on 2021-01-01.
    package static let expiredCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIBqzCCAVCgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlTYW1wbGUg
        Q0EwHhcNMjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAls
        b2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS/S2WGrEeD57RvkX0A
        /OeNEa6zxtD2SPMViZu3d2SiRxdLmV4GciQkjYEm3bwG41+hQQrJsIVWN0zmtjBX
        /QdKo4GSMIGPMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAMBgNVHRMBAf8E
        AjAAMA4GA1UdDwEB/wQEAwIHgDATBgNVHSUEDDAKBggrBgEFBQcDATAdBgNVHQ4E
        FgQUFreNx77CrR7uH+4FWOSSqwbTCmQwHwYDVR0jBBgwFoAUz6CNABaG2zSjB7K3
        Tsg5XyRMO4AwCgYIKoZIzj0EAwIDSQAwRgIhAMn8KBK2m5WwTVzTKlmd1TfXjpwT
        HUqM56KU7Mc/GzvtAiEAseRngT/eSCr/hU2p05JOBsdIvAsQYO9zN380IRAnSuQ=
        -----END CERTIFICATE-----

        """

    /// The key of ``certificate`` and ``expiredCertificate``.
    package static let key = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIEA5JmRlTqsdswnAMUfB41hEXsTy7mNN9eQ4abaBSWhkoAoGCCqGSM49
        AwEHoUQDQgAEv0tlhqxHg+e0b5F9APznjRGus8bQ9kjzFYmbt3dkokcXS5leBnIk
        JI2BJt28BuNfoUEKybCFVjdM5rYwV/0HSg==
        -----END EC PRIVATE KEY-----

        """

    /// A certificate with an RSA key of 512 bits, without a subject alternative name.
    package static let weakCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIBgTCCASugAwIBAgIUMhvgjV5hlXwehu+QRBHi2DyK8qEwDQYJKoZIhvcNAQEL
        BQAwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzA0MTE0N1oYDzIxMjYx
        MDMwMDQxMTQ3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwXDANBgkqhkiG9w0BAQEF
        AANLADBIAkEAtySbTlhA8Swdf+jVf+BpinKymD2E4qqayiE+3yoApx63ndUlZj9H
        0FdRC1+3iFNmn8vNi2LDI2CuycgPAok/EwIDAQABo1MwUTAdBgNVHQ4EFgQU4/OR
        Nd3UkHdRR2liJpSzWfRh0a8wHwYDVR0jBBgwFoAU4/ORNd3UkHdRR2liJpSzWfRh
        0a8wDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAANBAGx3iE3EasjBR5iL
        rA1sFcV6JHSxXHAGYi6FUZ7uk8KXpY3kmITKv0CSUi47Ht34tr++/Bygezl83ef1
        MBrY5fM=
        -----END CERTIFICATE-----

        """

    /// The key of ``weakCertificate``.
    package static let weakKey = """
        -----BEGIN PRIVATE KEY-----
        MIIBVQIBADANBgkqhkiG9w0BAQEFAASCAT8wggE7AgEAAkEAtySbTlhA8Swdf+jV
        f+BpinKymD2E4qqayiE+3yoApx63ndUlZj9H0FdRC1+3iFNmn8vNi2LDI2CuycgP
        Aok/EwIDAQABAkEAny1o8soP/83JAgBbeB6TfKq+AUYO9nczvBTzMUGveY/ltZL8
        oLV5ekJwpQqYHjPdYXa63SyrgFw7mE2x7oGh8QIhAPBLlOFX/j5Pud2cGSxCz3Bp
        vAiwzaU7dcu7jRRaryiLAiEAwxzNOWj4mgJI+NB+yPc72RmgKjpPCeI4TlYxHhjK
        jJkCIHq/wU/TqVafV2zzPpCzmE/uU1WFK6fKVgQ6zHinUm69AiA1YtAUgVBkc3Oc
        ARBv1JYflQ9p/oJZ5fgaFyNhZM8nIQIhAId7+SwYRc0DBGXAR8J9QLI6Ypy+RlUe
        SO6GPLLc37B0
        -----END PRIVATE KEY-----

        """

    /// ``certificate`` with its key as PKCS #12; the password is `password`.
    package static let keystore = bytes(
        """
        MIIETAIBAzCCBAIGCSqGSIb3DQEHAaCCA/MEggPvMIID6zCCAqIGCSqGSIb3DQEHBqCCApMwggKPAgEAMIICiAYJKoZIhvcNAQcBMFcGCSqGSI
        b3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgS5Wk29o88PQICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEBVIHwiWbWyVQ7RaAsP7H46A
        ggIgFSlIomrDwtjudolsrGuP/UVscC2odKapylYTIN1ljvQlottM4cX6ZAF32aeMbHRnUKudYrYgZtRj+LeDT4Lfz+DziIrUOXXg4+KNSVR3eh
        SSUHAR5HH4vkI4AF/wKSdU4joGu1rZgi67cs3//DTl0UBC9qbN0tGNWIzPRdOtIa5DnTuOzlB5kRbzbtnLutUzd395HS6505aQRcJxTfImaQt8
        /DgFqRTqysoOFKMscgjuxgce77JkEinLXo7w3W4/EZFYiXafUzo/AJJh3EOitY/z4tx+dPzUb9cYzicXts2l1xRSQpKZi2CBy8GKdywh4vyR8L
        6T97lPG7alkXrQwdkFB7f0YrFSnJVI5zLjErQeXPFpLbLGgSMuvN1gRCWdfkMNdROIG4feZyDduXk7z5ca2mmMHm7olMbOd+Jqrp860wXBewnj
        SNTvhgGMoXV4rjidBWHazpKFiz1f+FlM/E1jIcpLVcy/+ewJayq8TgzpqOquhQMU2RKpwHWfAIAWzhIWC71n4aA9hSeKctUCHa+sNzr4WON552
        zz6g55ug10pMqPIAwJqn7aTLf8uQvVKdPqIB6o0XDDaCjOYn1qHZOnzcRadb8PofkEgrK44LGqDJOTfv1obc4HdsxdBb4xTI3Lpy2IMduQR08Y
        WtHnM77WzyFyKH7vVpAu2N08v83hLUrcIzCP/4CrVYs8R6SabBIaROUw5+iiwsesldT6azCCAUEGCSqGSIb3DQEHAaCCATIEggEuMIIBKjCCAS
        YGCyqGSIb3DQEMCgECoIHvMIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAiFg6yErr8CpQICCAAwDAYIKoZIhvcNAgkFADAdBglg
        hkgBZQMEASoEEHNbifVEhFac0FG2RTYiX4kEgZB1bUetEF+Zt2dyCk9fSCGYasEbmRWb0MhRzd7tA5YcLUWfPU5cwDVhJtFMSggnIo0Yzk2Vmm
        joPREBfD3f4QjdsFkr1ac1iagztpP+iudJNPjLgGQKMZOm3CuA9c2lJGQTHEUFl9qHm0eS2f5XPiaQb8ueELvRHMuwCg53i1gd67UOU5FpvgrI
        yt2opRBF6SgxJTAjBgkqhkiG9w0BCRUxFgQUuxovYVX0HXR0xfr8Qewk/0DQhpAwQTAxMA0GCWCGSAFlAwQCAQUABCBgz3QCRzezRazYi3jHem
        zk8WUcQtEQhHUVUqS1mvxhAAQIywucHxkui4MCAggA
        """
    )

    /// ``keystore`` without a MAC.
    package static let keystoreWithoutMAC = bytes(
        """
        MIIDlAIBAzCCA40GCSqGSIb3DQEHAaCCA34EggN6MIIDdjCCAi0GCSqGSIb3DQEHAaCCAh4EggIaMIICFjCCAhIGCyqGSIb3DQEMCgEDoIIB2j
        CCAdYGCiqGSIb3DQEJFgGgggHGBIIBwjCCAb4wggFloAMCAQICFDg5i1DdY6klPGFzvYb+nua7dmzCMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMM
        CVNhbXBsZSBDQTAgFw0yNjExMjMwNDExNDdaGA8yMTI2MDcyMjA0MTE0N1owFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKo
        ZIzj0DAQcDQgAEv0tlhqxHg+e0b5F9APznjRGus8bQ9kjzFYmbt3dkokcXS5leBnIkJI2BJt28BuNfoUEKybCFVjdM5rYwV/0HSqOBkjCBjzAa
        BgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwEwHQYDVR
        0OBBYEFBa3jce+wq0e7h/uBVjkkqsG0wpkMB8GA1UdIwQYMBaAFM+gjQAWhts0oweyt07IOV8kTDuAMAoGCCqGSM49BAMCA0cAMEQCIHlI7OyX
        83qCVCavYPDd4o5KKz57QlNxAr/IjeSgvn2UAiB1shxMSAl5q0fBLpAUYie7luF40weXq4TGS9m+OCNXuTElMCMGCSqGSIb3DQEJFTEWBBS7Gi
        9hVfQddHTF+vxB7CT/QNCGkDCCAUEGCSqGSIb3DQEHAaCCATIEggEuMIIBKjCCASYGCyqGSIb3DQEMCgECoIHvMIHsMFcGCSqGSIb3DQEFDTBK
        MCkGCSqGSIb3DQEFDDAcBAjPfRT00F1TWwICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEELe+CSQu+pDURP1dXFQqz1wEgZC9RN4wqE
        FDznclMlhZg3GebLGlKUz24eY4qbrxXyfOceAsld/s03igZXR6K9scAqJZm+eMYyhLPLul34GDCuD6s7Kr7/AEdMRoZ0rJ5gm4DYc4XVQQu/ep
        gmyj21fHiDn3Yyy5AWBROE0xnWAl/yXOLxjT5XAW1RQCcimezFiRFWvjXUeIvnz/zlPcTVfML9QxJTAjBgkqhkiG9w0BCRUxFgQUuxovYVX0HX
        R0xfr8Qewk/0DQhpA=
        """
    )

    /// ``authority`` as PKCS #12 by `keytool`; the password is `password`.
    package static let truststore = bytes(
        """
        MIIC8gIBAzCCApwGCSqGSIb3DQEHAaCCAo0EggKJMIIChTCCAoEGCSqGSIb3DQEHBqCCAnIwggJuAgEAMIICZwYJKoZIhvcNAQcBMGYGCSqGSI
        b3DQEFDTBZMDgGCSqGSIb3DQEFDDArBBTh4035zyHDKxye+4dTGdXG9gIgHwICJxACASAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEJB+
        jahZjFKVcZ2JjTL8Lz+AggHw0IpyuHUUQssaPhlLVtyJKejjfTdEjxDwDHVzgiPqZXQlMvWYbqblXdsRinAyq06+7l8W3Z1nbGVnk3mUhBheWy
        40kN6ucv1ljcLi6b6WYufube8neM1Rwm6D8NWtOM87ibviFLt8s//B3DiOzv6fakTw5Jt/vQQCaFz30qLqVHUHtRN4X6qjatwhbaETrFFcZiwC
        AJfEblJ0XK94ec0mB+K8okldu0YvfS6kb+8URQwExiylIVkjcMdrJZfN7xhNUdF3P4UmFLsZvkXOjhZb3kY5m/T45QodTrW5k/Ig0KFezfB3rZ
        +96mcT0mbsLtqKhO8kJDOBY2OEP6O+kDI4tjRgzvo9tZrs6RS5zhfvGPr9JMC5Q5nLKAjmmhkWumcJtmre3gA/QvsGQBmDjheci4BGOzLGRH/q
        rUiEoc/R5+QzfjAHiKwz1mTA93NOzas84Er+ixmPk8+yq+fRF/KbGOGvSBQUMcFIGRbzvcxJzpy/zo6Vr+E2Af3BG3SQpGVDFNYB9LquLWomZ4
        adwQb6S7l69Ql7B+t1NU2s8l5pOPCJJgjehrLqdFlQjub+LvRjmeB12XssJSNr4itzl/7uR6IBfNBS8Z7XoO8c6cBmSnrSWSFF2Eb+F8SMyytt
        0fAEmM50abBwqDPfl+sBbeDo/jBNMDEwDQYJYIZIAWUDBAIBBQAEIO+sLhQ5OjtSuC8Nl6rwK6AsFOumuxTaYYmavUasIBUyBBS+P77BOsLEHd
        gV58MLrzvjM3MesQICJxA=
        """
    )

    /// ``authority`` as PKCS #12 by `keytool`, without encryption and digest.
    package static let truststoreWithoutPassword = bytes(
        """
        MIICFwIBAzCCAhAGCSqGSIb3DQEHAaCCAgEEggH9MIIB+TCCAfUGCSqGSIb3DQEHAaCCAeYEggHiMIIB3jCCAdoGCyqGSIb3DQEMCgEDoIIBmj
        CCAZYGCiqGSIb3DQEJFgGgggGGBIIBgjCCAX4wggEloAMCAQICFE2Topp6esbJpMBTY0QqyOorIVaaMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMM
        CVNhbXBsZSBDQTAgFw0yNjExMjMwNDExNDdaGA8yMTI2MTAzMDA0MTE0N1owFDESMBAGA1UEAwwJU2FtcGxlIENBMFkwEwYHKoZIzj0CAQYIKo
        ZIzj0DAQcDQgAEZhVD8dIL3q3jZoFzDayzhfngBIj5Msd7fsIPz9gM0ytyJfkApAaW/h17yQV5G2nVrFCH8QdYICpgdeiddCnzCKNTMFEwHQYD
        VR0OBBYEFM+gjQAWhts0oweyt07IOV8kTDuAMB8GA1UdIwQYMBaAFM+gjQAWhts0oweyt07IOV8kTDuAMA8GA1UdEwEB/wQFMAMBAf8wCgYIKo
        ZIzj0EAwIDRwAwRAIgE/f1uNPU4RV2hQ6/8I0FxhA5yZ5bgPwOlCt3z9ABM8ICIBo36IMEZ9WVDeIUpfWRGLsXpDPtLKGVj5xaHT6mn5BpMS0w
        EwYJKoZIhvcNAQkUMQYeBABjAGEwFgYMYIZIAYb5Zq3KewEBMQYGBFUdJQA=
        """
    )

    private static func bytes(_ base64: String) -> [UInt8] {
        Array(Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
    }
}
