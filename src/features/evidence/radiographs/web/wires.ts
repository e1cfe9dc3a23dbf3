import type { RadiographFacts } from '#features/evidence/radiographs/radiograph.ts'
import type { RefusalReason } from '#features/evidence/radiographs/refusal.ts'
import type { Size, View } from '#features/evidence/radiographs/view.ts'
import type { Window } from '#features/evidence/radiographs/window.ts'

/** A part of a radiograph as a screen is to show it. */
export type PaintOrder = { screen: Size; view: View; window: Window; isInverted: boolean; frame: number }
/** The page's requests to its worker; there is one worker per file. */
export type WorkerRequest = { kind: 'open'; blob: Blob; mayReadPatient: boolean } | { kind: 'paint'; order: PaintOrder }
/** The worker's responses, in the order of the requests. They contain patient data only where `facts.patient` was requested. */
export type Answered =
  | { kind: 'opened'; facts: RadiographFacts }
  | { kind: 'painted'; size: Size; pixels: Uint8ClampedArray<ArrayBuffer> }
  | { kind: 'refused'; reason: RefusalReason; detail: string }
