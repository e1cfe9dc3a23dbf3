import { z } from 'zod'
import { workFields } from '#features/visits/work/contract.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    work_templates: WorkTemplate
  }
}

const { serviceType, setup, description, recommendations, resetsCycle } = workFields
const ref = z.string().min(1).max(60)
const templateFields = {
  name: z.string().trim().min(1).max(120),
  serviceType,
  setup,
  description,
  recommendations,
  resetsCycle,
}

/** Spec §9 custom work templates: work as the practice often does it, to write down with one press. */
export const WorkTemplate = z.object({ ...templateFields, id: z.string() }).meta({ id: 'WorkTemplate' })
export type WorkTemplate = z.output<typeof WorkTemplate>

export const NewWorkTemplate = z
  .object({ ...z.object(templateFields).partial().shape, id: ref.optional(), name: templateFields.name, serviceType })
  .meta({ id: 'NewWorkTemplate' })
export type NewWorkTemplate = z.input<typeof NewWorkTemplate>

export const WorkTemplateChange = z.object(templateFields).partial().meta({ id: 'WorkTemplateChange' })
export type WorkTemplateChange = z.input<typeof WorkTemplateChange>

const byId = z.object({ id: z.string().max(60) })

export const templateEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/work-templates',
    audience: 'member',
    scope: 'work:read',
    summary: 'Work templates, by name',
    query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(200), after: z.string().max(400).optional() }),
    response: z.array(WorkTemplate),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/work-templates',
    audience: 'member',
    feature: 'work-templates',
    record: 'work_templates',
    summary: 'Add a work template; Professional and above',
    body: NewWorkTemplate,
    response: WorkTemplate,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/work-templates/:id',
    audience: 'member',
    feature: 'work-templates',
    record: 'work_templates',
    summary: 'Change a work template; Professional and above. Work written with it stays as it is',
    params: byId,
    body: WorkTemplateChange,
    response: WorkTemplate,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/work-templates/:id',
    audience: 'member',
    record: 'work_templates',
    summary: 'Remove a work template',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
}
