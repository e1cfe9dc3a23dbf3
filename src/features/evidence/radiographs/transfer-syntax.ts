import { Refusal } from '#features/evidence/radiographs/refusal.ts'

/** The compression of a picture's points. */
export type Packing = 'none' | 'rle' | 'jpeg' | 'jpeg-ls' | 'jpeg-2000'
/** How a DICOM file is written: PS3.5 section 10 and annex A. */
export type TransferSyntax = { packing: Packing; isImplicit: boolean; isBigEndian: boolean; isDeflated: boolean }

const PLAIN: TransferSyntax = { packing: 'none', isImplicit: false, isBigEndian: false, isDeflated: false }
const DICOM = '1.2.840.10008.1.2'
const EXPLICIT = `${DICOM}.1`

const READABLE: Readonly<Record<string, TransferSyntax>> = {
  [DICOM]: { ...PLAIN, isImplicit: true },
  [EXPLICIT]: PLAIN,
  [`${DICOM}.1.99`]: { ...PLAIN, isDeflated: true },
  [`${DICOM}.2`]: { ...PLAIN, isBigEndian: true },
  [`${DICOM}.5`]: { ...PLAIN, packing: 'rle' },
  [`${DICOM}.4.50`]: { ...PLAIN, packing: 'jpeg' },
  [`${DICOM}.4.51`]: { ...PLAIN, packing: 'jpeg' },
  [`${DICOM}.4.57`]: { ...PLAIN, packing: 'jpeg' },
  [`${DICOM}.4.70`]: { ...PLAIN, packing: 'jpeg' },
  [`${DICOM}.4.80`]: { ...PLAIN, packing: 'jpeg-ls' },
  [`${DICOM}.4.81`]: { ...PLAIN, packing: 'jpeg-ls' },
  [`${DICOM}.4.90`]: { ...PLAIN, packing: 'jpeg-2000' },
  [`${DICOM}.4.91`]: { ...PLAIN, packing: 'jpeg-2000' },
}

/* Kinds known by name and not read; the last part of the number, so that `.102.1` is of the same kind as `.102`. */
const UNREADABLE: readonly [RegExp, string][] = [
  [/^4\.(5[2-689]|6[0-6])$/, 'an old kind of JPEG'],
  [/^4\.9[23]$/, 'JPEG 2000 part 2'],
  [/^4\.10[01](\.1)?$/, 'MPEG-2'],
  [/^4\.10[2-6](\.1)?$/, 'MPEG-4'],
  [/^4\.10[78]$/, 'HEVC'],
  [/^4\.11[0-2]$/, 'JPEG XL'],
  [/^4\.20[1-3]$/, 'HTJ2K'],
  [/^7\./, 'SMPTE video'],
  [/^8\.1$/, 'deflated frames'],
]

/**
 * How to read a file of this transfer syntax; a file that names none has the default one (PS3.5 section 10.1).
 * @throws Refusal `compressed`, `elsewhere`
 */
export function transferSyntaxOf(uid: string): TransferSyntax {
  const known = READABLE[uid || DICOM]
  if (known) return known
  const part = uid.startsWith(`${DICOM}.`) ? uid.slice(DICOM.length + 1) : ''
  if (/^4\.9[45]$|^4\.20[45]$/.test(part)) throw new Refusal('elsewhere')
  const name = UNREADABLE.find(([kind]) => kind.test(part))?.[1]
  throw new Refusal('compressed', name ?? (uid.replace(/[^0-9.]/g, '').slice(0, 64) || 'of no known name'))
}
