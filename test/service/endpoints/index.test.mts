import { expect, test } from 'vitest';
import { apiEndpoints } from './index.mts';

test('the table holds the 27 described endpoints, pixels updated by PUT and by PATCH, and nine more', () => {
	const routes = apiEndpoints.map(({ method, path }) => `${method} ${path}`);
	expect(new Set(routes).size).toBe(37);
	expect(routes.toSorted()).toEqual(
		[
			'GET /api/v1/pixels',
			'GET /api/v1/pixels/:id',
			'POST /api/v1/pixels',
			'PUT /api/v1/pixels/:id',
			'PATCH /api/v1/pixels/:id',
			'DELETE /api/v1/pixels/:id',
			'GET /api/account',
			'PUT /api/account/update',
			'GET /api/domains',
			'POST /api/domain/add',
			'PUT /api/domain/:id/update',
			'DELETE /api/domain/:id/delete',
			'GET /api/overlay',
			'GET /api/campaigns',
			'POST /api/campaign/add',
			'POST /api/campaign/:campaignid/assign/:linkid',
			'PUT /api/campaign/:id/update',
			'DELETE /api/campaign/:id/delete',
			'GET /api/channels',
			'GET /api/channel/:id',
			'POST /api/channel/add',
			'POST /api/channel/:channelid/assign/:type/:itemid',
			'PUT /api/channel/:id/update',
			'DELETE /api/channel/:id/delete',
			'GET /api/splash',
			'GET /api/urls',
			'GET /api/url/:id',
			'POST /api/url/add',
			// Not in the API description but in the public documentation of the product.
			'PUT /api/url/:id/update',
			'DELETE /api/url/:id/delete',
			'GET /api/qr',
			'GET /api/qr/:id',
			'POST /api/qr/add',
			'PUT /api/qr/:id/update',
			'DELETE /api/qr/:id/delete',
			'GET /api/files',
			'POST /api/files/upload/:filename',
		].toSorted(),
	);
});
