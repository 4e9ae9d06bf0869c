import { defineFeature } from '#server/shop/feature.ts'
import { reportCalls } from '../calls.ts'
import { CACHED_REPORTS } from './cached-reports.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { reportRoutes } from './routes.ts'
import { salesTaxRoutes } from './sales-tax-routes.ts'

/** The dashboard, and reports of earnings, months and sales tax. */
export const reports = defineFeature({
  name: 'reports',
  calls: reportCalls,
  sections: {
    reports: 'Reports for the seller, her bookkeeper and the tax return',
    dashboard: 'Sales figures and open tasks',
  },
  routes: [salesTaxRoutes, reportRoutes, dashboardRoutes],
  cachedReports: CACHED_REPORTS,
})
