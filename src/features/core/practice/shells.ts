import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'
import { LONGEST_MODEL, SHELL_KINDS } from '#lib/shell.ts'

/** The letters to type: eight of those that can't be taken for another, without vowels, so that they spell nothing. */
export const SHELL_LETTERS = 'BCDFGHJKMPRSTWXYZ'
export const LETTERS_LONG = 8

const base64url = (characters: number) =>
  z
    .string()
    .length(characters, 'Use what the app sent.')
    .regex(/^[\w-]*$/, 'Use what the app sent.')

/** Which shell a person lets in, and the challenge it made (RFC 7636, S256). */
export const ShellRequest = z
  .object({
    challenge: base64url(43),
    client: z.enum(SHELL_KINDS),
    /** What the device calls itself; empty where it doesn't say. */
    model: z
      .string()
      .trim()
      .max(LONGEST_MODEL)
      .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'Use one line of letters, numbers and punctuation.'),
  })
  .meta({ id: 'ShellRequest' })
export type ShellRequest = z.output<typeof ShellRequest>

const ShellCode = z
  .object({
    /** Goes to the shell by `pritchel://signed-in`. */
    code: z.string(),
    codeUntil: z.iso.datetime(),
    /** To be typed where that address leads nowhere. */
    letters: z.string(),
    lettersUntil: z.iso.datetime(),
  })
  .meta({ id: 'ShellCode' })
export type ShellCode = z.output<typeof ShellCode>

const ShellSession = z
  .object({
    /** Sent as `Authorization: Bearer` from now on. */
    token: z.string(),
    /** Without use until then it ends; each use moves that on. */
    expiresAt: z.iso.datetime(),
    sessionId: z.uuid(),
    personId: z.uuid(),
    practiceId: z.uuid(),
  })
  .meta({ id: 'ShellSession' })
export type ShellSession = z.output<typeof ShellSession>

export const shellEndpoints = {
  code: endpoint({
    method: 'POST',
    path: '/api/auth/shell/code',
    audience: 'member',
    summary: 'Let the Pritchel app on this device in: a code for 60 seconds, and letters to type for five minutes. Only from a browser',
    whileLapsed: true,
    body: ShellRequest,
    response: ShellCode,
    status: 201,
    perMinute: 20,
  }),
  enter: endpoint({
    method: 'POST',
    path: '/api/auth/shell',
    audience: 'public',
    summary: 'Sign an app in with its code or letters, once, and with the verifier of its challenge; answers with the token of its session',
    body: z.object({ code: z.string().trim().min(1).max(60), verifier: z.string().regex(/^[\w.~-]{43,128}$/, 'Use 43 to 128 letters.') }),
    response: ShellSession,
    status: 201,
    perMinute: 40,
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/logout',
    audience: 'public',
    summary: 'End the session that this request came by, of a browser or of an app; no error where it is already over',
    response: z.undefined(),
    status: 204,
  }),
}
