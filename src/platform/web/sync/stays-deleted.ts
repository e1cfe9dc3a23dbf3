import type { Dexie } from 'dexie'

/**
 * Keeps a database that is deleted elsewhere closed here. Dexie alone would open it again at the next use, and so recreate it: work still
 * in progress in another tab would write into it what was just deleted.
 */
export function staysDeleted(db: Dexie): void {
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion) return true
    db.close()
    // Dexie's own handler comes after this one.
    return false
  })
}
