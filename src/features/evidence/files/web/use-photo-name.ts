import { footLabel } from '#features/core/practice/foot-names.ts'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import type { Attachment } from '#features/evidence/files/contract.ts'
import { dayAndYear } from '#lib/dates.ts'

type Named = Pick<Attachment, 'foot' | 'view' | 'description' | 'fileName'>

/** What a photo is called: its foot, as the practice calls it, and its view where they are known, else its description. */
export function usePhotoName(): (photo: Named) => string {
  const scheme = useFootScheme()
  return ({ foot, view, description, fileName }) =>
    [foot && footLabel(foot, scheme), view].filter(Boolean).join(', ') || description || fileName
}

/** `24 Nov 2026`. */
export const dayTaken = ({ takenOn }: Pick<Attachment, 'takenOn'>): string => (takenOn ? dayAndYear(takenOn) : 'no date')
