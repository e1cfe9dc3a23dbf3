import type { DicomValues } from '#features/evidence/radiographs/dicom-values.ts'

/** One fact in a file about its patient or the people who made it. */
export type PatientFact = { label: string; value: string }

const FIELDS: readonly [tag: string, label: string][] = [
  ['x00100010', 'Patient'],
  ['x00100020', 'Patient ID'],
  ['x00102297', 'Owner'],
  ['x00080080', 'Practice'],
  ['x00080090', 'Referred by'],
  ['x00081050', 'Taken by'],
]

/** The facts in a file about the patient and the people around it (PS3.3 C.7.1.1 and C.7.2.1); only for members who may read them. */
export const readPatient = (values: DicomValues): PatientFact[] =>
  FIELDS.flatMap(([tag, label]) => {
    const value = shown(values.bytes(tag), values.string('x00080005'))
    return value ? [{ label, value }] : []
  })

/* PS3.3 C.12.1.1.2: what a text is written in. One that changes on its way (ISO 2022 escapes) is read as it begins. */
const WRITING: Readonly<Record<string, string>> = {
  100: 'windows-1252',
  101: 'iso-8859-2',
  109: 'iso-8859-3',
  110: 'iso-8859-4',
  144: 'iso-8859-5',
  127: 'iso-8859-6',
  126: 'iso-8859-7',
  138: 'iso-8859-8',
  148: 'windows-1254',
  203: 'iso-8859-15',
  13: 'shift_jis',
  166: 'windows-874',
  192: 'utf-8',
}

const MOST_BYTES = 256

/* Of a name its first writing, its parts in their order with spaces between; nothing that can't be seen or turns writing round. */
function shown(bytes: Uint8Array | undefined, characterSet: string): string {
  if (!bytes) return ''
  const number = /(?:ISO_IR|ISO 2022 IR) (\d+)/.exec(characterSet)?.[1] ?? ''
  const writing = WRITING[number] ?? (/^GB/.test(characterSet) ? 'gb18030' : 'windows-1252')
  const text = new TextDecoder(writing).decode(bytes.subarray(0, MOST_BYTES))
  const [first = ''] = text.split('=')
  return first
    .replaceAll('^', ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}
