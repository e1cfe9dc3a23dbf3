import { ApiError } from '#platform/web/api.ts'

/** Whether something was refused until the password is typed. */
export const isProofMissing = (error: Error | null): boolean =>
  error instanceof ApiError && ['proof_too_old', 'sign_in_failed'].includes(error.code ?? '')
