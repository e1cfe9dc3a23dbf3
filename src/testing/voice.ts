import type { FixturePractice } from '#testing/practice.ts'

type Practice = Pick<FixturePractice, 'send'>

/** The beginning of a recording, so that it is taken for one, and something else in every file. All of it plain letters. */
export const soundOf = (bytes: number, seed: number = Math.random()): Buffer => {
  const content = Buffer.alloc(bytes, `${seed}`)
  content.set(Buffer.from('ID3\x03\0'))
  return content
}

const BOUNDARY = 'a-boundary'
export const VOICE_FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

type Parts = {
  horseId?: string
  texts?: Record<string, string>
  /** Null: none. */
  file?: { name: string; type: string; content: Buffer } | null
  /** The file before the texts. */
  isFileFirst?: boolean
}

/** The form of a voice note as Spec §7 has it, as text. */
export function voiceForm({ horseId, texts, file, isFileFirst }: Parts): string {
  const said = { ...(horseId && { horseId }), serviceType: 'voice-note', fileType: 'voice', ...texts }
  const fields = Object.entries(said).map(([name, value]) => `content-disposition: form-data; name="${name}"\r\n\r\n${value}`)
  const sound = file === undefined ? { name: 'voice_note_Biscuit_1764000000000.webm', type: 'audio/webm', content: soundOf(400) } : file
  const files = sound
    ? [
        `content-disposition: form-data; name="file"; filename="${sound.name}"\r\ncontent-type: ${sound.type}\r\n\r\n${sound.content.toString('latin1')}`,
      ]
    : []
  const parts = isFileFirst ? [...files, ...fields] : [...fields, ...files]
  return `${parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('')}--${BOUNDARY}--\r\n`
}

/** Sends a form. Letters of it represent bytes. */
export const sendForm = (practice: Practice, form: string, headers: Record<string, string> = {}) =>
  practice.send('POST', '/api/voice-notes', undefined, {
    payload: Buffer.from(form, 'latin1'),
    headers: { 'content-type': VOICE_FORM_TYPE, ...headers },
  })

/** A voice note on record; its id. */
export async function addVoiceNote(practice: Practice, horseId: string): Promise<string> {
  const answer = await sendForm(practice, voiceForm({ horseId }))
  if (answer.statusCode !== 201) throw new Error(`voice note: ${answer.body}`)
  return answer.json<{ id: string }>().id
}
