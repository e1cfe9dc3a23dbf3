import type { Attachment } from '#features/files/contract.ts'
import { dayAndYear } from '#lib/dates.ts'

/** What a photo is called: its foot and view where they are known, else its description. */
export const photoName = ({ foot, view, description, fileName }: Pick<Attachment, 'foot' | 'view' | 'description' | 'fileName'>): string =>
  [foot, view].filter(Boolean).join(', ') || description || fileName

/** `24 Nov 2026`. */
export const dayTaken = ({ takenOn }: Pick<Attachment, 'takenOn'>): string => (takenOn ? dayAndYear(takenOn) : 'no date')
