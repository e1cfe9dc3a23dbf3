import { expect, test } from 'vitest'
import type { Setup } from '#features/visits/work/feet.ts'
import { fromTemplate, toTemplate } from '#features/visits/work/templating.ts'

const BAR = { work: 'new', shoe: 'Heart bar', pad: 'Leather pad' } as const
const TRIM = { work: 'trim' } as const
const BARS: Setup = { NF: BAR, OF: BAR, NH: TRIM, OH: TRIM }
const TEMPLATE = { serviceType: 'Front shoes new', setup: BARS, description: null, recommendations: 'X-ray first', resetsCycle: false }
const NOTHING = { serviceType: 'Trim', setup: null as Setup | null, description: 'Quiet today', recommendations: '' }

test('a template fills the work in the sizes the horse wore last, and leaves words without a known size', () => {
  const worn = { serviceType: 'Trim', setup: { NF: { work: 'refit', size: '5¼', shoe: 'Plain' }, OF: TRIM, NH: TRIM, OH: TRIM } as Setup }
  expect(fromTemplate(NOTHING, TEMPLATE, [{ serviceType: 'Trim', setup: null }, worn])).toEqual({
    serviceType: 'Front shoes new',
    setup: { NF: { ...BAR, size: '5¼' }, OF: BAR, NH: TRIM, OH: TRIM },
    description: 'Quiet today',
    recommendations: 'X-ray first',
    resetsCycle: false,
  })
})

test('a template with a size of its own keeps it, and one without feet goes by the kind of work', () => {
  const sized = { ...TEMPLATE, setup: { ...BARS, NF: { ...BAR, size: '6' } } }
  const worn = { serviceType: 'Front shoes new', setup: { ...BARS, NF: { ...BAR, size: '5' } } }
  expect(fromTemplate(NOTHING, sized, [worn]).setup?.NF.size).toBe('6')
  expect(fromTemplate(NOTHING, { ...TEMPLATE, setup: null }, []).setup?.NF).toEqual({ work: 'new' })
  expect(fromTemplate(NOTHING, { ...TEMPLATE, serviceType: 'My own', setup: null }, []).setup).toBeNull()
})

test('work is kept as a template without its sizes, findings, measures and notes', () => {
  const foot = { ...BAR, size: '5', angleDegrees: 50, toeMm: 80, findings: ['Thrush'], note: 'Sore' }
  expect(toTemplate({ ...TEMPLATE, setup: { ...BARS, NF: foot }, description: ' ', recommendations: 'X-ray first ' })).toEqual(TEMPLATE)
})
