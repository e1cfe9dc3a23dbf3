import type { Unsent } from '#platform/web/sync/unsent.ts'

/** What becomes of them, where they can be locked. */
export const KEPT_HERE = 'What you keep here is locked, and is sent when you next sign in on this device.'

const counted = (count: number, one: string, many: string) => (count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`])

/** `1 change has not been sent yet.`, `3 changes, 2 files and 1 unsaved form have not been sent yet.` */
export function unsentWords({ changes, files, recordings, forms }: Omit<Unsent, 'ids'>): string {
  const parts = [
    ...counted(changes, 'change', 'changes'),
    ...counted(files, 'file', 'files'),
    ...counted(recordings, 'recording', 'recordings'),
    ...counted(forms, 'unsaved form', 'unsaved forms'),
  ]
  const list = new Intl.ListFormat('en-GB').format(parts)
  return `${list} ${changes + files + recordings + forms === 1 ? 'has' : 'have'} not been sent yet.`
}
