@_exported public import SystemPackage
