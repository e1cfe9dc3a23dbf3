import type { CareRole } from '#features/records/guests/rules.ts'

/** What a carer is: `the vet`. */
export const noun = (role: CareRole): string => (role === 'vet' ? 'vet' : 'para-professional')
