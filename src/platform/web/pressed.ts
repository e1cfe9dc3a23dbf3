import type { MutateOptions, UseMutationResult } from '@tanstack/react-query'

const ignore = () => undefined

/**
 * Runs a mutation for a button or a form, which is busy until it settles. The mutation holds the reason of a failure, and passes it to its
 * `onError`.
 */
export function pressed<D, E, V, C>(mutation: UseMutationResult<D, E, V, C>, variables: V, options?: MutateOptions<D, E, V, C>) {
  // The cast is needed because the type of `mutateAsync` depends on whether `V` is optional.
  const mutate = mutation.mutateAsync as (variables: V, options?: MutateOptions<D, E, V, C>) => Promise<D>
  return mutate(variables, options).then(ignore, ignore)
}
