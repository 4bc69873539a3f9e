/// Everything that an app needs, in one import: signals and observables, the Flux cycle, live data, and view models.
@_exported import struct MillraceBase.RandomNumbers
@_exported import MillraceData
@_exported import MillraceFlux
@_exported import MillraceSignals
@_exported import MillraceViews

#if canImport(FoundationEssentials) || canImport(Foundation)
@_exported import struct MillraceBase.Identifiers
#endif
