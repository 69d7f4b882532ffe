import java.net.URI;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.api.CyberAssetsApi;
import org.openapitools.client.api.CyberSystemsApi;
import org.openapitools.client.model.CreateCyberAssetRequest;
import org.openapitools.client.model.CyberAsset;
import org.openapitools.client.model.AssetType;
import org.openapitools.client.model.CyberSystem;

/** Sends a creation, a list and an error through the client that openapi-generator generates. */
public class Client {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    URI address = URI.create(arguments[0]);
    client.setScheme(address.getScheme()).setHost(address.getHost()).setPort(address.getPort());
    client.setRequestInterceptor(request -> request.header("X-API-Key", arguments[1]));
    CyberAssetsApi assets = new CyberAssetsApi(client);

    ApiResponse<List<CyberSystem>> systems = new CyberSystemsApi(client).getCyberSystemsWithHttpInfo(null);
    boolean haveSites =
        systems.getData().stream()
            .allMatch(system -> (system.getFacilityId() == null) != (system.getControlCenterId() == null));
    CreateCyberAssetRequest request =
        new CreateCyberAssetRequest()
            .name("MLB345-GEN01")
            .cyberSystemId(systems.getData().get(0).getId())
            .assetType(AssetType.HARDWARE);
    ApiResponse<CyberAsset> created = assets.createCyberAssetWithHttpInfo(request, null);
    assets.deleteCyberAsset(created.getData().getId(), null);
    try {
      assets.createCyberAsset(request.name(""), null);
    } catch (ApiException error) {
      Matcher code = Pattern.compile("\"error\":\"(\\w+)\"").matcher(error.getMessage() + error.getResponseBody());
      code.find();
      System.out.printf(
          "%d %s, %d %s, %d %s%n",
          created.getStatusCode(), created.getData().getName(), systems.getStatusCode(), haveSites, error.getCode(), code.group(1));
    }
  }
}
