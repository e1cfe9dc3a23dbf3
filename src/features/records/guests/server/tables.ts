declare module '#platform/server/database/tables.ts' {
  interface Tables {
    guest_log: {
      practice_id: string
      id: string
      person_id: string
      client_id: string
      what: 'home' | 'horse' | 'visit' | 'file' | 'invoice' | 'conversation'
      subject_id: string
      /** One line an hour and thing. */
      hour: Date
      at: Date
    }
  }
}
