import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DesktopStore, StoreOptions } from '../../../shells/desktop/core/store.ts'

const HAS_SQLITE = Number(process.versions.node.split('.')[0]) >= 24

/** Why the desktop's store can't run here; undefined: it can. `npm test` brings a Node that has it. */
export const noSqlite: string | undefined = HAS_SQLITE ? undefined : `Node ${process.versions.node} has no node:sqlite; npm test runs on 24`

/** The desktop's store in a folder. */
export async function openDesktop(folder: string, options?: StoreOptions): Promise<DesktopStore> {
  const { openStore } = await import('../../../shells/desktop/core/store.ts')
  return openStore(folder, options)
}

/** A folder of its own, and the way to remove it. */
export function mirrorFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'pritchel-mirror-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
