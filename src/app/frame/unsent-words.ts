import type { Unsent } from '#platform/web/unsent.ts'

const counted = (count: number, one: string, many: string) => (count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`])

/** `1 change has not been sent yet.`, `3 changes, 2 files and 1 recording have not been sent yet.` */
export function unsentWords({ changes, files, recordings }: Unsent): string {
  const parts = [
    ...counted(changes, 'change', 'changes'),
    ...counted(files, 'file', 'files'),
    ...counted(recordings, 'recording', 'recordings'),
  ]
  const list = new Intl.ListFormat('en-GB').format(parts)
  return `${list} ${changes + files + recordings === 1 ? 'has' : 'have'} not been sent yet.`
}
