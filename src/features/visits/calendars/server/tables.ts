declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** The sealed address of each owner's calendar. */
    owner_calendars: {
      practice_id: string
      client_id: string
      secret: Buffer
      vault_key_id: string
    }
  }
}
