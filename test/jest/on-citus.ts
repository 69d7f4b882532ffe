// Each test file's inventory is a database of the cluster at TEST_CITUS_URL.
process.env['TEST_DATABASE'] = 'citus';
