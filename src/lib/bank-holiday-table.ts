// Made by scripts/bank-holidays.ts from date-holidays and the royal proclamations it lacks; do not edit.

/** One line a day and name: the day, where it holds (E England and Wales, S Scotland, N Northern Ireland), the name. */
export const TABLE = `
2024-01-01 ESN New Year’s Day
2024-01-02 S 2 January
2024-03-17 N St Patrick’s Day
2024-03-18 N St Patrick’s Day (substitute day)
2024-03-29 ESN Good Friday
2024-04-01 EN Easter Monday
2024-05-06 ESN Early May bank holiday
2024-05-27 ESN Spring bank holiday
2024-07-12 N Battle of the Boyne
2024-08-05 S Summer bank holiday
2024-08-26 EN Summer bank holiday
2024-11-30 S St Andrew’s Day
2024-12-02 S St Andrew’s Day (substitute day)
2024-12-25 ESN Christmas Day
2024-12-26 ESN Boxing Day
2025-01-01 ESN New Year’s Day
2025-01-02 S 2 January
2025-03-17 N St Patrick’s Day
2025-04-18 ESN Good Friday
2025-04-21 EN Easter Monday
2025-05-05 ESN Early May bank holiday
2025-05-26 ESN Spring bank holiday
2025-07-12 N Battle of the Boyne
2025-07-14 N Battle of the Boyne (substitute day)
2025-08-04 S Summer bank holiday
2025-08-25 EN Summer bank holiday
2025-11-30 S St Andrew’s Day
2025-12-01 S St Andrew’s Day (substitute day)
2025-12-25 ESN Christmas Day
2025-12-26 ESN Boxing Day
2026-01-01 ESN New Year’s Day
2026-01-02 S 2 January
2026-03-17 N St Patrick’s Day
2026-04-03 ESN Good Friday
2026-04-06 EN Easter Monday
2026-05-04 ESN Early May bank holiday
2026-05-25 ESN Spring bank holiday
2026-06-15 S World Cup bank holiday
2026-07-12 N Battle of the Boyne
2026-07-13 N Battle of the Boyne (substitute day)
2026-08-03 S Summer bank holiday
2026-08-31 EN Summer bank holiday
2026-11-30 S St Andrew’s Day
2026-12-25 ESN Christmas Day
2026-12-26 ESN Boxing Day
2026-12-28 ESN Boxing Day (substitute day)
2027-01-01 ESN New Year’s Day
2027-01-02 S 2 January
2027-01-04 S 2 January (substitute day)
2027-03-17 N St Patrick’s Day
2027-03-26 ESN Good Friday
2027-03-29 EN Easter Monday
2027-05-03 ESN Early May bank holiday
2027-05-31 ESN Spring bank holiday
2027-07-12 N Battle of the Boyne
2027-08-02 S Summer bank holiday
2027-08-30 EN Summer bank holiday
2027-11-30 S St Andrew’s Day
2027-12-25 ESN Christmas Day
2027-12-26 ESN Boxing Day
2027-12-27 ESN Christmas Day (substitute day)
2027-12-28 ESN Boxing Day (substitute day)
2028-01-01 ESN New Year’s Day
2028-01-02 S 2 January
2028-01-03 EN New Year’s Day (substitute day)
2028-01-03 S 2 January (substitute day)
2028-01-04 S New Year’s Day (substitute day)
2028-03-17 N St Patrick’s Day
2028-04-14 ESN Good Friday
2028-04-17 EN Easter Monday
2028-05-01 ESN Early May bank holiday
2028-05-29 ESN Spring bank holiday
2028-07-12 N Battle of the Boyne
2028-08-07 S Summer bank holiday
2028-08-28 EN Summer bank holiday
2028-11-30 S St Andrew’s Day
2028-12-25 ESN Christmas Day
2028-12-26 ESN Boxing Day
2029-01-01 ESN New Year’s Day
2029-01-02 S 2 January
2029-03-17 N St Patrick’s Day
2029-03-19 N St Patrick’s Day (substitute day)
2029-03-30 ESN Good Friday
2029-04-02 EN Easter Monday
2029-05-07 ESN Early May bank holiday
2029-05-28 ESN Spring bank holiday
2029-07-12 N Battle of the Boyne
2029-08-06 S Summer bank holiday
2029-08-27 EN Summer bank holiday
2029-11-30 S St Andrew’s Day
2029-12-25 ESN Christmas Day
2029-12-26 ESN Boxing Day
2030-01-01 ESN New Year’s Day
2030-01-02 S 2 January
2030-03-17 N St Patrick’s Day
2030-03-18 N St Patrick’s Day (substitute day)
2030-04-19 ESN Good Friday
2030-04-22 EN Easter Monday
2030-05-06 ESN Early May bank holiday
2030-05-27 ESN Spring bank holiday
2030-07-12 N Battle of the Boyne
2030-08-05 S Summer bank holiday
2030-08-26 EN Summer bank holiday
2030-11-30 S St Andrew’s Day
2030-12-02 S St Andrew’s Day (substitute day)
2030-12-25 ESN Christmas Day
2030-12-26 ESN Boxing Day
2031-01-01 ESN New Year’s Day
2031-01-02 S 2 January
2031-03-17 N St Patrick’s Day
2031-04-11 ESN Good Friday
2031-04-14 EN Easter Monday
2031-05-05 ESN Early May bank holiday
2031-05-26 ESN Spring bank holiday
2031-07-12 N Battle of the Boyne
2031-07-14 N Battle of the Boyne (substitute day)
2031-08-04 S Summer bank holiday
2031-08-25 EN Summer bank holiday
2031-11-30 S St Andrew’s Day
2031-12-01 S St Andrew’s Day (substitute day)
2031-12-25 ESN Christmas Day
2031-12-26 ESN Boxing Day
2032-01-01 ESN New Year’s Day
2032-01-02 S 2 January
2032-03-17 N St Patrick’s Day
2032-03-26 ESN Good Friday
2032-03-29 EN Easter Monday
2032-05-03 ESN Early May bank holiday
2032-05-31 ESN Spring bank holiday
2032-07-12 N Battle of the Boyne
2032-08-02 S Summer bank holiday
2032-08-30 EN Summer bank holiday
2032-11-30 S St Andrew’s Day
2032-12-25 ESN Christmas Day
2032-12-26 ESN Boxing Day
2032-12-27 ESN Christmas Day (substitute day)
2032-12-28 ESN Boxing Day (substitute day)
2033-01-01 ESN New Year’s Day
2033-01-02 S 2 January
2033-01-03 EN New Year’s Day (substitute day)
2033-01-03 S 2 January (substitute day)
2033-01-04 S New Year’s Day (substitute day)
2033-03-17 N St Patrick’s Day
2033-04-15 ESN Good Friday
2033-04-18 EN Easter Monday
2033-05-02 ESN Early May bank holiday
2033-05-30 ESN Spring bank holiday
2033-07-12 N Battle of the Boyne
2033-08-01 S Summer bank holiday
2033-08-29 EN Summer bank holiday
2033-11-30 S St Andrew’s Day
2033-12-25 ESN Christmas Day
2033-12-26 ESN Boxing Day
2033-12-27 ESN Christmas Day (substitute day)
2034-01-01 ESN New Year’s Day
2034-01-02 EN New Year’s Day (substitute day)
2034-01-02 S 2 January
2034-01-03 S New Year’s Day (substitute day)
2034-03-17 N St Patrick’s Day
2034-04-07 ESN Good Friday
2034-04-10 EN Easter Monday
2034-05-01 ESN Early May bank holiday
2034-05-29 ESN Spring bank holiday
2034-07-12 N Battle of the Boyne
2034-08-07 S Summer bank holiday
2034-08-28 EN Summer bank holiday
2034-11-30 S St Andrew’s Day
2034-12-25 ESN Christmas Day
2034-12-26 ESN Boxing Day
2035-01-01 ESN New Year’s Day
2035-01-02 S 2 January
2035-03-17 N St Patrick’s Day
2035-03-19 N St Patrick’s Day (substitute day)
2035-03-23 ESN Good Friday
2035-03-26 EN Easter Monday
2035-05-07 ESN Early May bank holiday
2035-05-28 ESN Spring bank holiday
2035-07-12 N Battle of the Boyne
2035-08-06 S Summer bank holiday
2035-08-27 EN Summer bank holiday
2035-11-30 S St Andrew’s Day
2035-12-25 ESN Christmas Day
2035-12-26 ESN Boxing Day
2036-01-01 ESN New Year’s Day
2036-01-02 S 2 January
2036-03-17 N St Patrick’s Day
2036-04-11 ESN Good Friday
2036-04-14 EN Easter Monday
2036-05-05 ESN Early May bank holiday
2036-05-26 ESN Spring bank holiday
2036-07-12 N Battle of the Boyne
2036-07-14 N Battle of the Boyne (substitute day)
2036-08-04 S Summer bank holiday
2036-08-25 EN Summer bank holiday
2036-11-30 S St Andrew’s Day
2036-12-01 S St Andrew’s Day (substitute day)
2036-12-25 ESN Christmas Day
2036-12-26 ESN Boxing Day
2037-01-01 ESN New Year’s Day
2037-01-02 S 2 January
2037-03-17 N St Patrick’s Day
2037-04-03 ESN Good Friday
2037-04-06 EN Easter Monday
2037-05-04 ESN Early May bank holiday
2037-05-25 ESN Spring bank holiday
2037-07-12 N Battle of the Boyne
2037-07-13 N Battle of the Boyne (substitute day)
2037-08-03 S Summer bank holiday
2037-08-31 EN Summer bank holiday
2037-11-30 S St Andrew’s Day
2037-12-25 ESN Christmas Day
2037-12-26 ESN Boxing Day
2037-12-28 ESN Boxing Day (substitute day)
2038-01-01 ESN New Year’s Day
2038-01-02 S 2 January
2038-01-04 S 2 January (substitute day)
2038-03-17 N St Patrick’s Day
2038-04-23 ESN Good Friday
2038-04-26 EN Easter Monday
2038-05-03 ESN Early May bank holiday
2038-05-31 ESN Spring bank holiday
2038-07-12 N Battle of the Boyne
2038-08-02 S Summer bank holiday
2038-08-30 EN Summer bank holiday
2038-11-30 S St Andrew’s Day
2038-12-25 ESN Christmas Day
2038-12-26 ESN Boxing Day
2038-12-27 ESN Christmas Day (substitute day)
2038-12-28 ESN Boxing Day (substitute day)
2039-01-01 ESN New Year’s Day
2039-01-02 S 2 January
2039-01-03 EN New Year’s Day (substitute day)
2039-01-03 S 2 January (substitute day)
2039-01-04 S New Year’s Day (substitute day)
2039-03-17 N St Patrick’s Day
2039-04-08 ESN Good Friday
2039-04-11 EN Easter Monday
2039-05-02 ESN Early May bank holiday
2039-05-30 ESN Spring bank holiday
2039-07-12 N Battle of the Boyne
2039-08-01 S Summer bank holiday
2039-08-29 EN Summer bank holiday
2039-11-30 S St Andrew’s Day
2039-12-25 ESN Christmas Day
2039-12-26 ESN Boxing Day
2039-12-27 ESN Christmas Day (substitute day)
2040-01-01 ESN New Year’s Day
2040-01-02 EN New Year’s Day (substitute day)
2040-01-02 S 2 January
2040-01-03 S New Year’s Day (substitute day)
2040-03-17 N St Patrick’s Day
2040-03-19 N St Patrick’s Day (substitute day)
2040-03-30 ESN Good Friday
2040-04-02 EN Easter Monday
2040-05-07 ESN Early May bank holiday
2040-05-28 ESN Spring bank holiday
2040-07-12 N Battle of the Boyne
2040-08-06 S Summer bank holiday
2040-08-27 EN Summer bank holiday
2040-11-30 S St Andrew’s Day
2040-12-25 ESN Christmas Day
2040-12-26 ESN Boxing Day
`
