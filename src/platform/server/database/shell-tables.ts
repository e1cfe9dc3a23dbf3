import type { Generated } from 'kysely'
import type { ShellKind } from '#lib/shell.ts'

/** Of schema `directory`: how shells come in. */
export interface ShellTables {
  /** Codes by which a person who is signed in in a browser lets a shell in. */
  'directory.shell_codes': {
    code_hash: Buffer
    letters_hash: Buffer
    challenge: Buffer
    person_id: string
    practice_id: string
    session_id: string
    client_kind: ShellKind
    client_model: string
    code_until: Date
    letters_until: Date
    tries: Generated<number>
    used_at: Generated<Date | null>
  }
}
