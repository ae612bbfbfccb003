import HALClient
