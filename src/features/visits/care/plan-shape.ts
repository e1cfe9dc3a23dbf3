import { z } from 'zod'
import { MOST_RAISE_TENTHS, MOST_WEDGE_TENTHS } from '#features/visits/care/plan.ts'
import { FOOT_WORK } from '#features/visits/work/feet.ts'

const words = (max: number) => z.string().trim().min(1).max(max).optional()

const FootPlan = z
  .strictObject({
    work: z.enum(FOOT_WORK).optional(),
    shoe: words(80),
    pad: words(40),
    /** Tenths of a degree. */
    wedgeTenths: z.int().min(1).max(MOST_WEDGE_TENTHS).optional(),
    /** Tenths of a millimetre. */
    raiseTenths: z.int().min(1).max(MOST_RAISE_TENTHS).optional(),
    words: words(500),
  })
  .meta({ id: 'FootPlan' })

/** What a vet wants each foot to get; a foot that is left out stays as the farrier does it. */
export const ShoeingPlan = z.strictObject({ NF: FootPlan, OF: FootPlan, NH: FootPlan, OH: FootPlan }).partial().meta({ id: 'ShoeingPlan' })

const FootFigures = z
  .strictObject({
    /** Tenths of a degree; below nothing where the heel is lower than the toe. */
    palmarAngleTenths: z.int().min(-300).max(300).optional(),
    /** Tenths of a millimetre. */
    soleDepthTenths: z.int().min(0).max(500).optional(),
  })
  .meta({ id: 'FootFigures' })

/** What was measured of the feet on a film. */
export const Figures = z
  .strictObject({ NF: FootFigures, OF: FootFigures, NH: FootFigures, OH: FootFigures })
  .partial()
  .meta({ id: 'Figures' })
