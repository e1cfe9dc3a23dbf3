import type { DicomValues } from '#features/evidence/radiographs/dicom-values.ts'

/**
 * The size of a point in millimetres, across and down, and what they measure: `calibrated` against an object of known size in the picture,
 * `corrected` by the file's own magnification, at the `detector` (anything in front of it is enlarged), or as the file `says` without a
 * reference.
 */
export type Scale = { across: number; down: number; of: 'calibrated' | 'corrected' | 'detector' | 'says'; magnification?: number }

/** The scale of a file (PS3.3 10.7 and C.8.11.3); undefined: it states none that is credible. */
export function readScale(values: DicomValues): Scale | undefined {
  const own = spacing(values, 'x00280030') ?? spacing(values.functionalGroup('x00289110'), 'x00280030')
  const plate = spacing(values, 'x00181164') ?? spacing(values, 'x00182010')
  const isCalibrated = values.string('x00280a02') !== '' || (own && plate && !isSame(own, plate))
  if (own && isCalibrated) return { ...own, of: 'calibrated' }
  const magnification = values.decimal('x00181114')
  if (plate && magnification !== undefined && magnification > 1 && magnification < 10)
    return { across: plate.across / magnification, down: plate.down / magnification, of: 'corrected', magnification }
  if (plate) return { ...plate, of: 'detector' }
  return own && { ...own, of: 'says' }
}

/** Larger than a point of any plate, and smaller than one of any worth measuring on. */
const MOST_MM = 100
const LEAST_MM = 0.001

/* Down comes first. */
function spacing(values: DicomValues | undefined, tag: string) {
  const [down = Number.NaN, across = down] = values?.decimals(tag) ?? []
  const isReal = [down, across].every((mm) => mm >= LEAST_MM && mm <= MOST_MM)
  return isReal ? { across, down } : undefined
}

const isSame = (one: { across: number; down: number }, other: { across: number; down: number }) =>
  Math.abs(one.across - other.across) < one.across / 1000 && Math.abs(one.down - other.down) < one.down / 1000

/** What lengths are lengths of, in words. */
export function scaleWords(scale: Scale | undefined): string {
  if (!scale) return 'Lengths in pixels: the file gives no scale.'
  if (scale.of === 'calibrated') return 'Lengths in millimetres, calibrated in the file.'
  if (scale.of === 'corrected') return `Lengths in millimetres, corrected for the magnification the file gives (${scale.magnification}).`
  if (scale.of === 'detector') return 'Lengths in millimetres at the detector: the foot itself is a little smaller.'
  return 'Lengths in millimetres by the scale in the file.'
}
