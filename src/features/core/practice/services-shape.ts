import { z } from 'zod'

/** Which services the practice offers to its clients; an absent one is not offered. */
export const OfferedShape = z.object({ portal: z.boolean(), 'vet-integration': z.boolean(), 'para-professional': z.boolean() }).partial()
export type Offered = z.output<typeof OfferedShape>
