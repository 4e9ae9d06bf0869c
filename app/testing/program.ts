// Hands the program to the tests of the storeys below: vitest.config.ts loads this file before each of them.
import { buildApp } from '#app/server/app.ts'
import { addedContext } from '#app/server/features.ts'
import { setProgram } from '#server/testing/program.ts'

setProgram({ buildApp, addedContext })
