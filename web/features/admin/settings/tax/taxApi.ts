import type { SalesTaxReport, TaxStates, TaxThresholds, ZipTableAccount } from '#contract/admin/sales-tax.ts'
import type { TaxState } from '#contract/admin/tax-plan.ts'
import { api } from '../../../../api.ts'
import { sendFile } from '../../send-file.ts'
import { decoded, encoded } from '../../wire.ts'

type TableFile = { state: TaxState; file: File; isDryRun: boolean }
type Signed = { session: { user: { token: string } | null } }
type Outside = { state: TaxState; year: number; amount: number; orders: number }

const taxApi = api.enhanceEndpoints({ addTagTypes: ['Tax'] }).injectEndpoints({
  endpoints: (build) => ({
    taxStates: build.query<TaxStates, void>({
      query: () => ({ url: '/api/tax' }),
      transformResponse: decoded('TaxStates'),
      providesTags: ['Tax'],
    }),
    /** Sends the file of a state as it is. A refused table may answer its account, too. */
    sendTable: build.mutation<ZipTableAccount, TableFile>({
      queryFn: async ({ state, file, isDryRun }, { getState }) => {
        const query = new URLSearchParams({ name: file.name, dryRun: String(isDryRun) })
        const { token = '' } = (getState() as Signed).session.user ?? {}
        const { data, error } = await sendFile(`/api/tax/rates/${state}?${query}`, file, { token, type: 'text/csv' })
        return error ? { error } : { data: await decoded('ZipTableAccount')(data) }
      },
      invalidatesTags: (_, error, { isDryRun }) => (error || isDryRun ? [] : ['Tax']),
    }),
    setRate: build.mutation<TaxStates, { state: TaxState; zip: string; ppm: number }>({
      query: ({ state, zip, ppm }) => ({ url: `/api/tax/rates/${state}/${zip}`, method: 'PUT', body: { ppm } }),
      transformResponse: decoded('TaxStates'),
      invalidatesTags: ['Tax'],
    }),
    taxThresholds: build.query<TaxThresholds, void>({
      query: () => ({ url: '/api/tax/thresholds' }),
      transformResponse: decoded('TaxThresholds'),
      providesTags: ['Tax', 'Order'],
    }),
    setOutsideSales: build.mutation<TaxThresholds, Outside>({
      query: ({ state, year, ...figures }) => ({
        url: `/api/tax/outside-sales/${state}/${year}`,
        method: 'PUT',
        body: encoded('OutsideSales', figures),
      }),
      transformResponse: decoded('TaxThresholds'),
      invalidatesTags: ['Tax'],
    }),
    /** `query` has the first and the last day. */
    salesTax: build.query<SalesTaxReport, string>({
      query: (query) => ({ url: `/api/reports/sales-tax?${query}` }),
      transformResponse: decoded('SalesTaxReport'),
      providesTags: ['Order'],
    }),
  }),
})

export const {
  useTaxStatesQuery,
  useSendTableMutation,
  useSetRateMutation,
  useTaxThresholdsQuery,
  useSetOutsideSalesMutation,
  useSalesTaxQuery,
} = taxApi
