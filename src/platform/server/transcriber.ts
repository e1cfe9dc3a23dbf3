import { z } from 'zod'
import { trimmedEnd } from '#lib/trim.ts'

/**
 * Transcribes a recording; `words` are words that may occur in it. Empty when no words were spoken.
 * @throws NotTranscribed
 */
export type Transcriber = (sound: File, words: string) => Promise<string>

export type TranscriberSettings = { url: string; key?: string; model: string }

/** Nothing was written down. `isFinal`: another try would end the same way. */
export class NotTranscribed extends Error {
  readonly sentence: string
  readonly isFinal: boolean

  constructor(sentence: string, isFinal: boolean, options: ErrorOptions = {}) {
    super(sentence, options)
    this.sentence = sentence
    this.isFinal = isFinal
  }
}

/** An hour of speech on a small machine takes minutes. */
const LONGEST_WAIT_MS = 10 * 60_000
const MOST_CHARACTERS = 50_000
/** It is busy, or gave up waiting for itself. */
const PASSING = new Set([408, 425, 429])

const Answer = z.object({ text: z.string() })

/**
 * A server that speaks OpenAI's transcriptions (https://platform.openai.com/docs/api-reference/audio/createTranscription), regardless of its
 * operator: `url` is its address, with or without `/v1`. The language is set to English.
 */
export function openTranscriber({ url, key, model }: TranscriberSettings): Transcriber {
  const endpoint = `${trimmedEnd(url, /\//).replace(/\/v1$/, '')}/v1/audio/transcriptions`
  return async (sound, words) => {
    const form = new FormData()
    form.set('file', sound)
    for (const [name, value] of Object.entries({ model, language: 'en', response_format: 'json', prompt: words })) form.set(name, value)
    const headers = { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) }
    const read = Answer.safeParse(await answerTo(endpoint, { method: 'POST', body: form, headers }))
    if (!read.success) throw new NotTranscribed("The transcription server's answer couldn't be used.", false)
    return read.data.text.trim().slice(0, MOST_CHARACTERS)
  }
}

async function answerTo(url: string, init: RequestInit): Promise<unknown> {
  let answer: Response
  try {
    answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(LONGEST_WAIT_MS) })
  } catch (error) {
    throw new NotTranscribed("The transcription server can't be reached.", false, { cause: error })
  }
  if (answer.ok) return answer.json().catch(() => undefined)
  // Its own error text may repeat what it was sent.
  await answer.body?.cancel()
  if (answer.status === 401 || answer.status === 403) throw new NotTranscribed("The transcription server won't let this server in.", true)
  const isFinal = answer.status < 500 && !PASSING.has(answer.status)
  throw new NotTranscribed(`The transcription server ${isFinal ? 'refused the recording' : 'is busy'} (${answer.status}).`, isFinal)
}
