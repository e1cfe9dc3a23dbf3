import type { CareRole } from '#features/records/guests/rules.ts'

/** What somebody is who looks after a horse beside its farrier: `the vet`. */
export const noun = (role: CareRole): string => (role === 'vet' ? 'vet' : 'para-professional')
