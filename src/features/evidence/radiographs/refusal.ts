/** Why a file can't be opened as a radiograph, in the sentence a person reads; `detail` is the part that differs from file to file. */
const SENTENCES = {
  unknown: () => "This isn't a DICOM file or a picture that can be shown here.",
  empty: () => 'This file holds no picture.',
  directory: () => "This is only a disc's list of files (DICOMDIR). Open the pictures themselves.",
  elsewhere: () => "The picture isn't in this file: it's on another computer (JPIP).",
  compressed: (name: string) => `Compressed in a way that can't be read here (${name}).`,
  depth: (depth: string) => `Each point of the picture has ${depth}; 8 to 16 bits can be read here.`,
  colours: (name: string) => `Its colours are kept in a way that can't be read here (${name}).`,
  'cut-short': () => 'The file is cut short.',
  damaged: () => "The file is damaged and can't be read.",
  'too-large': (size: string) => `The picture is too large to open here: ${size}.`,
  'too-long': () => 'Opening this file takes too long on this device.',
  'no-room': () => 'This device has too little memory free to open this file.',
  'not-here': () => "This radiograph isn't on this device. Open it once when you have signal.",
  'missing-part': () => "The part of the app that reads this file isn't on this device yet. Open one once when you have signal.",
} satisfies Record<string, (detail: string) => string>
export type RefusalReason = keyof typeof SENTENCES

/** A file that is not opened, and why. */
export class Refusal extends Error {
  readonly reason: RefusalReason
  readonly detail: string
  constructor(reason: RefusalReason, detail = '') {
    super(SENTENCES[reason](detail))
    this.reason = reason
    this.detail = detail
  }
}

/** Any error thrown while a file was read, as a refusal: an unexpected error means a damaged file. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  // An array that could not be had; the same class is also thrown where reading runs off the end or too deep.
  if (error instanceof RangeError && /alloc|array (buffer )?length/i.test(error.message)) return new Refusal('no-room')
  return new Refusal('damaged')
}
