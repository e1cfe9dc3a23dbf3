import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { letterheadEndpoints } from '#features/core/letterhead/contract.ts'
import type { PictureKind } from '#features/core/letterhead/rules.ts'
import { smaller } from '#features/core/letterhead/web/smaller.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'

type Endpoints = typeof letterheadEndpoints

const READ = queryFor<Endpoints['read']>('GET /api/practice/pictures')

/** The practice's logo and the farrier's picture, which only the server has. */
export const useLetterhead = () => useQuery({ ...READ, gcTime: 0 })

/** Sets a picture from a file, or removes it without one. Its `mutateAsync` throws NoPicture, and what `call` throws. */
export function useChangePicture(kind: PictureKind) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File | null) =>
      call<Endpoints['change']>('PUT /api/practice/pictures', { body: { kind, image: file && (await smaller(file, kind)) } }),
    onSuccess: (now) => client.setQueryData(READ.queryKey, now),
  })
}
