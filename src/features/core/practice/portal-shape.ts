import { z } from 'zod'
import { MOST_NOTICE_HOURS } from '#features/core/practice/portal.ts'

/** What owners are shown of the record; an absent field is as the practice comes with it, or as the practice has it. */
export const PortalShowsChange = z
  .object({ work: z.boolean(), findings: z.boolean(), photos: z.boolean(), files: z.boolean(), who: z.boolean() })
  .partial()

/** The practice's choices about the owners' portal; an absent field has its default (`portalOf`). */
export const PortalChoicesShape = z
  .object({
    way: z.enum(['invited', 'known', 'off']),
    shows: PortalShowsChange,
    /** `care`: let a vet or a para-professional see a horse without the practice agreeing first. */
    may: z.object({ cancel: z.boolean(), upload: z.boolean(), share: z.boolean(), care: z.boolean() }).partial(),
    noticeHours: z.int().min(0).max(MOST_NOTICE_HOURS),
  })
  .partial()
