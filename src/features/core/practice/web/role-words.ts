import type { Role } from '#features/core/practice/contract.ts'

/** A role as it is chosen: its name, and what it may do (rules.ts WHO_MAY). */
export const ROLES: readonly { value: Role; label: string; detail: string }[] = [
  { value: 'owner', label: 'Owner', detail: 'Everything, including members, settings and prices.' },
  { value: 'farrier', label: 'Farrier', detail: 'Clients, horses, diary, rounds and work. Sees prices and agrees them with owners.' },
  { value: 'apprentice', label: 'Apprentice', detail: 'Sees everything but money, finishes work and runs the round.' },
  { value: 'office', label: 'Office', detail: 'Clients, horses, diary, texts and the price list. Has no round of their own.' },
]

export const roleName = (role: Role): string => ROLES.find((one) => one.value === role)?.label ?? role
export const roleDetail = (role: Role): string => ROLES.find((one) => one.value === role)?.detail ?? ''
