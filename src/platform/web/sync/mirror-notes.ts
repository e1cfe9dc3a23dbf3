import type { Mirror } from '#platform/web/sync/mirror-port.ts'

/* The few notes of `localStorage` that belong to the copies or that a person chose: cleared with the browser, they come back from the mirror. */

/** The browser's name for itself. A storage without it was cleared, or is new. */
const DEVICE = 'pritchel.device'

/** Notes by their whole name, and by what their names begin with. */
const NAMES = [
  DEVICE,
  'pritchel.user',
  'pritchel.ended',
  'pritchel.leaving',
  'pritchel.numbers',
  'pritchel.wifiOnly',
  'theme',
  'round/set-off',
]
const BEGINNINGS = ['draft/', 'looked/', 'posts.networks/', 'files.usage/']

/** Whether a note is mirrored. What is measured again by itself, and the notes of pages that no shell shows, are not. */
export const isNoteMirrored = (name: string): boolean => NAMES.includes(name) || BEGINNINGS.some((beginning) => name.startsWith(beginning))

/**
 * Brings back the notes of a storage that was cleared, or else has the mirror know what it holds; from then on has the mirror follow each
 * change. Returns a function that stops it.
 */
export async function mirrorNotes(mirror: Mirror): Promise<() => void> {
  const kept = await mirror.readNotes().catch(() => undefined)
  if (kept && localStorage.getItem(DEVICE) === null) {
    for (const [name, text] of Object.entries(kept)) if (isNoteMirrored(name)) localStorage.setItem(name, text)
  } else if (kept) await keepDifferences(mirror, kept).catch(() => undefined)
  return follow(mirror)
}

async function keepDifferences(mirror: Mirror, kept: Readonly<Record<string, string>>) {
  const changed = differences(kept)
  if (Object.keys(changed).length > 0) await mirror.keepNotes(changed)
}

/** What the mirror lacks of the storage, and what it has too many. */
function differences(kept: Readonly<Record<string, string>>): Record<string, string | null> {
  const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '').filter(isNoteMirrored)
  const now = Object.fromEntries(names.map((name) => [name, localStorage.getItem(name)]))
  const gone = Object.keys(kept).filter((name) => !(name in now))
  const changed = Object.entries(now).filter(([name, text]) => kept[name] !== text)
  return Object.fromEntries([...changed, ...gone.map((name) => [name, null] as const)])
}

/* A storage tells other windows of a change and never its own, so the calls themselves are followed. */
function follow(mirror: Mirror): () => void {
  const own = { setItem: Storage.prototype.setItem, removeItem: Storage.prototype.removeItem, clear: Storage.prototype.clear }
  const owed = new Map<string, string | null>()
  let isWriting = false
  const write = async () => {
    isWriting = true
    // What one task changes goes together.
    for (await Promise.resolve(); owed.size > 0; ) {
      const going = Object.fromEntries(owed)
      owed.clear()
      try {
        await mirror.keepNotes(going)
      } catch {
        // With the next change, or at the next start.
        const isLast = owed.size === 0
        for (const [name, text] of Object.entries(going)) if (!owed.has(name)) owed.set(name, text)
        if (isLast) break
      }
    }
    isWriting = false
  }
  const note = (storage: Storage, name: string, text: string | null) => {
    if (storage !== localStorage || !isNoteMirrored(name)) return
    owed.set(name, text)
    if (!isWriting) void write()
  }
  Storage.prototype.setItem = function (name, text) {
    own.setItem.call(this, name, text)
    note(this, name, String(text))
  }
  Storage.prototype.removeItem = function (name) {
    own.removeItem.call(this, name)
    note(this, name, null)
  }
  Storage.prototype.clear = function () {
    const names = Array.from({ length: this.length }, (_, at) => this.key(at) ?? '')
    own.clear.call(this)
    for (const name of names) note(this, name, null)
  }
  return () => {
    Object.assign(Storage.prototype, own)
  }
}
