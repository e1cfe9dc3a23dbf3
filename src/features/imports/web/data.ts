import type { importEndpoints } from '#features/imports/contract.ts'
import { call } from '#platform/web/api.ts'

export type ChosenFile = { name: string; content: string; kind: 'clients' | 'visits' }
export type ClientsPreview = Awaited<ReturnType<typeof previewClients>>
export type VisitsPreview = Awaited<ReturnType<typeof previewVisits>>

/** A card that shows what a file would add. */
export type PreviewProps<P> = { file: ChosenFile; preview: P; onCancel: () => void; onDone: (sentence: string) => void }

/** What the server takes (15 MB of JSON, so 10 MB of bytes). */
const MOST_BYTES = 10 * 1024 * 1024

/**
 * Reads a file a person chose; what it is, is decided by what stands in it and not by its name.
 * @throws Error with a sentence when it is too large or neither contacts nor a calendar
 */
export async function readChosen(file: File): Promise<ChosenFile> {
  if (file.size > MOST_BYTES) throw new Error('This file is larger than 10 MB. Export a shorter span of time, or without pictures.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 4000)).replaceAll('\0', '').toUpperCase()
  const kind = start.includes('BEGIN:VCARD') ? 'clients' : start.includes('BEGIN:VCALENDAR') ? 'visits' : undefined
  if (!kind) throw new Error('There are neither contacts (.vcf) nor a calendar (.ics) in this file.')
  return { name: file.name, content: base64(bytes), kind }
}

export const previewClients = ({ name, content }: ChosenFile) =>
  call<typeof importEndpoints.previewClients>('POST /api/imports/clients/preview', { body: { name, content } })

export const previewVisits = ({ name, content }: ChosenFile) =>
  call<typeof importEndpoints.previewVisits>('POST /api/imports/visits/preview', { body: { name, content } })

export const importClients = ({ name, content }: ChosenFile, choice: { skip: number[]; join: number[] }) =>
  call<typeof importEndpoints.importClients>('POST /api/imports/clients', { body: { name, content, ...choice } })

export const importVisits = ({ name, content }: ChosenFile, choice: { skip: number[] }) =>
  call<typeof importEndpoints.importVisits>('POST /api/imports/visits', { body: { name, content, ...choice } })

// In pieces: one call with a million arguments overflows the stack.
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}
