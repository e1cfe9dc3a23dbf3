import type { Uploader } from '#features/evidence/files/rules.ts'

/** Who made a file, by role and name, and when it was taken where that was not the member: as it is being written. */
export type MakerDraft = { by: Uploader; name: string; takenOn: string }

/** The member made it. */
export const OWN: MakerDraft = { by: 'farrier', name: '', takenOn: '' }
