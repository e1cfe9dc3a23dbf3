import type { FeatureSample } from '#testing/feature-sample.ts'
import { addFile, requestUpload } from '#testing/files.ts'

const fields = {
  attachments: { changeRecords: 'fileName description foot view takenOn shownToOwner workEntryId' },
} satisfies FeatureSample['fields']

/** Sample requests about files for the sweeps, and who may make them. */
export const fileSample = {
  records: async ({ practice, fresh, second }) => {
    const attached = await addFile(practice, { horseId: second })
    return {
      attachments: { id: attached.id, create: fresh({ ...attached.body }), change: { description: 'n' } },
    }
  },
  takes: {
    attachments: { create: 'nothing', change: 'changeRecords', remove: 'changeRecords' },
  },
  fields,
  requests: async ({ practice, sample, tomorrow, horse }) => {
    const [photo, sparePhoto] = [await addFile(practice, { horseId: horse }), await addFile(practice, { horseId: horse })]
    const coming = await requestUpload(practice, {})
    return {
      // A member is no guest.
      'POST /api/my/uploads': sample('/api/my/uploads', '', {}, 401),
      'POST /api/my/files': sample('/api/my/files', '', {}, 401),
      'POST /api/objects/upload': sample('/api/objects/upload', '', { bytes: 9_000_000, sha256: 'a'.repeat(64), mime: 'video/mp4' }),
      'PUT /api/objects/:id/upload/:token': sample(coming.uploadURL ?? '', '', { any: 'text' }),
      'GET /api/objects/:id': sample('/api/objects/id', photo.body.fileId),
      // No worker is at work here to make them.
      'GET /api/objects/:id/thumbnail': sample('/api/objects/id/thumbnail?width=280', photo.body.fileId, undefined, 404),
      'GET /api/objects/:id/picture': sample('/api/objects/id/picture', photo.body.fileId, undefined, 404),
      'GET /api/files/usage': sample('/api/files/usage', ''),
      'GET /api/horses/:id/files': sample('/api/horses/id/files', horse),
      'POST /api/file-attachments': sample('/api/file-attachments', '', {
        ...photo.body,
        foot: 'NF',
        takenOn: tomorrow,
        shownToOwner: true,
      }),
      'PUT /api/file-attachments/:id': sample('/api/file-attachments/id', photo.id, { description: 'Crack', view: 'sole' }),
      'DELETE /api/file-attachments/:id': sample('/api/file-attachments/id', sparePhoto.id),
    }
  },
  needs: {
    'POST /api/objects/upload': 'nothing',
    'POST /api/file-attachments': 'nothing',
    'PUT /api/file-attachments/:id': 'changeRecords',
    'DELETE /api/file-attachments/:id': 'changeRecords',
  },
  sent: {
    'POST /api/objects/upload': { nothing: 'id bytes sha256 mime fileType personId practiceId' },
    'POST /api/file-attachments': {
      nothing:
        'fileName description foot view takenOn shownToOwner horseId appointmentId workEntryId clientId yardId messageId expenseId id fileId fileUrl fileType fileSize uploadedBy receivedFrom',
    },
    'PUT /api/file-attachments/:id': fields.attachments,
  },
} satisfies FeatureSample
