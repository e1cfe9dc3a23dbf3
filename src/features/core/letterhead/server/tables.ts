import type { PictureKind } from '#features/core/letterhead/rules.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    practice_pictures: {
      practice_id: string
      id: string
      kind: PictureKind
      key: string
      mime: 'image/jpeg' | 'image/png'
      width: number
      height: number
      content: Buffer
    }
  }
}
