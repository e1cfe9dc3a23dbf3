import type { ShellRequest } from '#features/core/practice/shells.ts'
import { LONGEST_MODEL, SHELL_KINDS } from '#lib/shell.ts'

/** What a shell asks of the browser that it opened at `/sign-in/shell`: to be let in, and to be told so with `state`. */
export type ShellAsks = ShellRequest & { state: string }

/** What the query of that address asks; undefined: it is not whole, so no shell of ours made it. */
export function shellAsks(search: string): ShellAsks | undefined {
  const query = new URLSearchParams(search)
  const [challenge, state] = [query.get('challenge') ?? '', query.get('state') ?? '']
  const client = SHELL_KINDS.find((each) => each === query.get('client'))
  if (!client || !/^[\w-]{43}$/.test(challenge) || !/^[\w.~-]{8,200}$/.test(state)) return undefined
  return { challenge, state, client, model: oneLine(query.get('model') ?? '') }
}

const oneLine = (text: string) =>
  text
    .slice(0, LONGEST_MODEL)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()

/** Where the browser hands the code over: the scheme that the shell has registered with the system. */
export const signedInAddress = (code: string, state: string): string => `pritchel://signed-in?${new URLSearchParams({ code, state })}`

/** What the device is, in a sentence: `Sign in on this …`. */
export const thisDevice = ({ client, model }: Pick<ShellAsks, 'client' | 'model'>): string =>
  client === 'desktop' ? 'computer' : client === 'ios' && model.includes('iPad') ? 'iPad' : 'phone'
