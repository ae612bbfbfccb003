// A file that imports HALClient also sees resources, relations and templates.
@_exported public import HAL
@_exported public import URITemplates
