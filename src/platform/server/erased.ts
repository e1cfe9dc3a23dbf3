/** What a record is called whose person was erased. */
export const ERASED_CLIENT = 'Erased client'
export const ERASED_HORSE = 'Erased horse'
